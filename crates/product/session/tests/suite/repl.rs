//! Dialogues: what is asked, what is answered.

use std::time::Duration;

use buttress_budget::Limits;
use buttress_formats::smtlib::{Error, Reading};
use buttress_session::formulas;

#[derive(Default)]
struct Replies {
    text: String,
    checked: Vec<bool>,
    evidence: Vec<String>,
    announced: Vec<Option<&'static str>>,
    errors: usize,
}

impl formulas::Listener for Replies {
    fn response(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn error(&mut self, _: &Error) {
        self.errors += 1;
    }

    fn checked(&mut self, report: &formulas::CheckReport) {
        self.checked.push(report.is_checked());
        self.announced.push(report.announced);
        self.evidence.push(report.evidence().unwrap_or_default().to_owned());
        assert!(
            !matches!(report.status, formulas::CheckStatus::Rejected { .. }),
            "{:?}",
            report.status
        );
    }
}

fn replies_with(script: &str, settings: formulas::Settings) -> Replies {
    let mut repl = formulas::Repl::new(settings);
    let mut replies = Replies::default();
    repl.feed(script.as_bytes(), &mut replies);
    repl.finish(&mut replies);
    assert_eq!(repl.figures().errors, replies.errors);
    replies
}

fn replies(script: &str) -> Replies {
    replies_with(script, formulas::Settings::default())
}

fn says(script: &str, expected: &str) {
    assert_eq!(replies(script).text.trim_end(), expected, "{script}");
}

#[test]
fn answers_come_with_accepted_evidence() {
    let replies = replies(
        "(set-option :produce-unsat-cores true)
         (declare-const x Int) (assert (< 0 x 3)) (check-sat)
         (assert (! (distinct x 1 2) :named no)) (check-sat) (get-unsat-core)",
    );
    assert_eq!(replies.text, "sat\nunsat\n(no)\n");
    assert_eq!(replies.checked, [true, true]);
    assert!(replies.evidence[0].starts_with("; buttress model of check 1\n("));
    assert!(replies.evidence[1].starts_with("p buttress-smt-proof 1 2\n"));
}

#[test]
fn unchecked_answers_say_so() {
    let settings = formulas::Settings { check: false, ..Default::default() };
    let replies = replies_with("(check-sat) (assert false) (check-sat)", settings);
    assert_eq!((replies.text.as_str(), replies.checked), ("sat\nunsat\n", vec![false, false]));
}

#[test]
fn success_is_told_when_it_is_wanted() {
    says(
        "(set-logic ALL) (set-option :print-success true) (declare-const p Bool) (assert p)
         (check-sat) (push) (pop 1) (set-option :print-success false) (reset) (exit) (echo \"x\")",
        "success\nsuccess\nsuccess\nsat\nsuccess\nsuccess",
    );
}

#[test]
fn an_error_changes_nothing_and_the_dialogue_goes_on() {
    let replies =
        replies("(declare-const p Bool)\n(assert (or p q))\n(check-sat) (pop) (get-model) (boo)");
    let lines: Vec<&str> = replies.text.lines().collect();
    assert!(lines[0].starts_with("(error \"2:"), "{}", replies.text);
    assert_eq!(lines[1], "unknown", "a model of the rest is no model of the script");
    assert!(lines[2].starts_with("(error \"3:13: nothing to pop"), "{}", replies.text);
    assert_eq!(replies.errors, 4);
}

#[test]
fn after_a_failed_assertion_only_unsat_stands() {
    let answers = |script: &str| {
        let text = replies(script).text;
        let is_answer = |line: &&str| ["sat", "unsat", "unknown"].contains(line);
        text.lines().filter(is_answer).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(answers("(push) (assert x) (check-sat) (pop) (check-sat)"), "unknown sat");
    assert_eq!(
        answers("(assert x) (push) (pop) (check-sat) (assert false) (check-sat)"),
        "unknown unsat"
    );
    assert_eq!(answers("(assert x) (reset-assertions) (check-sat)"), "sat");
    assert_eq!(answers("(assert x) (reset) (check-sat)"), "sat");
    assert_eq!(answers(") (check-sat)"), "unknown");
    assert_eq!(answers("(include \"more.smt2\") (check-sat)"), "unknown");
    assert_eq!(answers("(check-sat) (block-model :values) (check-sat)"), "sat unknown");
    assert_eq!(answers("(get-value (x)) (set-option :print-success 1) (check-sat)"), "sat");
    assert_eq!(answers("(push) (pop 2) (pop) (check-sat)"), "sat");
}

#[test]
fn models_are_asked_after_sat_only() {
    let refused = |script: &str, words: &str| {
        let text = replies(script).text;
        assert!(text.lines().last().is_some_and(|line| line.contains(words)), "{text}");
    };
    refused("(get-model)", "there is no check answered sat");
    refused("(check-sat) (assert true) (get-model)", "there is no check answered sat");
    refused("(assert false) (check-sat) (get-model)", "answered unsat, not sat");
    refused("(assert false) (check-sat) (get-unsat-core)", ":produce-unsat-cores is off");
    refused("(assert false) (check-sat) (get-proof)", ":produce-proofs is off");
    refused("(get-assertions)", ":produce-assertions is off");
    let cores = "(set-option :produce-unsat-cores true)";
    refused(&format!("{cores} (check-sat) (get-unsat-core)"), "answered sat, not unsat");
    refused("(set-option :produce-models false) (check-sat) (get-model)", ":produce-models is off");
    refused("(check-sat) (get-info :reason-unknown)", "answered sat, not unknown");
    refused("(set-option :timeout never)", ":timeout takes a numeral");
}

#[test]
fn values_are_echoed_as_they_were_written() {
    says(
        "(declare-const x Int) (declare-const a (Array Int Real)) (assert (= x 3))
         (assert (= (select a (- x 1)) (/ 1 3))) (check-sat)
         (get-value ((+ x  1) (select a 2) (> x 2) (- x 5)))",
        "sat\n(((+ x 1) 4)\n ((select a 2) (/ 1.0 3.0))\n ((> x 2) true)\n ((- x 5) (- 2)))",
    );
    says(
        "(set-option :produce-assignments true) (declare-const p Bool)
         (assert (! (not p) :named |n o|)) (check-sat) (get-assignment)",
        "sat\n((|n o| true))",
    );
}

#[test]
fn assumptions_last_for_one_check() {
    says(
        "(set-option :produce-unsat-assumptions true)
         (declare-const p Bool) (declare-const q Bool) (assert (=> p false))
         (check-sat-assuming (q p)) (get-unsat-assumptions) (check-sat-assuming ((not p))) (check-sat)",
        "unsat\n(p)\nsat\nsat",
    );
}

#[test]
fn formulas_are_told_as_they_were_written() {
    says(
        "(set-option :produce-assertions true) (set-option :produce-unsat-assumptions true)
         (declare-const x Int)
         (assert (! (> x  1) ; above
                    :named |a b|))
         (assert (let ((y x)) (= (^ y 2) 4))) (get-assertions)
         (check-sat-assuming ((> 3 x) (not |a b|))) (get-unsat-assumptions)
         (push) (assert (< x 0)) (pop) (get-assertions)",
        "((! (> x 1) :named |a b|)\n (let ((y x)) (= (^ y 2) 4)))\nunsat\n((not |a b|))\n\
         ((! (> x 1) :named |a b|)\n (let ((y x)) (= (^ y 2) 4)))",
    );
}

#[test]
fn what_a_script_says_of_its_answers_is_compared() {
    let script = "(declare-const p Bool) (set-info :status unsat) (assert p) (check-sat)
         (set-info :status sat) (check-sat) (set-info :status unknown) (check-sat)";
    assert_eq!(replies(script).announced, [Some("unsat"), None, None]);
}

#[test]
fn marks_and_names_of_other_encodings_do_no_harm() {
    let script = b"\xef\xbb\xbf(set-info :source |Ren\xe9|) (declare-const p Bool)\r\n(check-sat)";
    let mut replies = Replies::default();
    let mut repl = formulas::Repl::new(formulas::Settings::default());
    script.iter().for_each(|byte| repl.feed(&[*byte], &mut replies));
    repl.finish(&mut replies);
    assert_eq!((replies.text.as_str(), replies.errors), ("sat\n", 0));
    let text = self::replies("\u{feff}check (check-sat)").text;
    assert!(text.starts_with("(error \"1:1: expected a command in parentheses"), "{text}");
}

#[test]
fn levels_come_and_go() {
    says(
        "(set-option :interactive-mode true)
         (declare-const x Int) (assert (< x 0)) (push) (assert (< 0 x)) (check-sat) (pop)
         (check-sat) (push 2) (get-info :assertion-stack-levels) (reset-assertions)
         (get-info :assertion-stack-levels) (get-assertions) (check-sat)",
        "unsat\nsat\n(:assertion-stack-levels 2)\n(:assertion-stack-levels 0)\n()\nsat",
    );
}

#[test]
fn information_and_options() {
    says(
        "(set-info :source |me|) (get-info :source) (get-info :name) (get-info :colour)
         (get-info :error-behavior) (get-option :random-seed) (set-option :random-seed 7)
         (get-option :random-seed) (get-option :colour) (set-option :colour 1) (echo \"a\"\"b\")",
        "(:source |me|)\n(:name \"buttress\")\nunsupported\n(:error-behavior continued-execution)\n0\n\
         7\nunsupported\nunsupported\n\"a\"\"b\"",
    );
}

#[test]
fn limits_end_in_unknown_with_a_reason() {
    let settings = formulas::Settings {
        limits: Limits::none().with_timeout(Duration::ZERO),
        ..Default::default()
    };
    let script = "(declare-const p Bool) (assert p) (check-sat) (get-info :reason-unknown)";
    assert_eq!(replies_with(script, settings).text, "unknown\n(:reason-unknown timeout)\n");
    says(
        "(declare-const x Int) (declare-const y Int) (assert (= (* x x) (+ 2 (* y y y y))))
         (assert (< 3 x)) (check-sat)",
        "unknown",
    );
}

#[test]
fn the_proof_is_told_as_one_string() {
    let text = replies(
        "(set-option :produce-proofs true)
                      (declare-const |a \"\" b| Bool) (assert (and |a \"\" b| (not |a \"\" b|)))
                      (check-sat) (get-proof)",
    )
    .text;
    assert!(text.starts_with("unsat\n\"p buttress-smt-proof 1 1\n"), "{text}");
    assert!(text.trim_end().ends_with('"') && text.contains("|a \"\"\"\" b|"), "{text}");
}

#[test]
fn bytes_may_come_one_by_one() {
    let script = "(declare-const p Bool)(assert |p|) (check-sat) ; done)\n(get-value (p)) (";
    let mut repl = formulas::Repl::new(formulas::Settings::default());
    let mut replies = Replies::default();
    for byte in script.bytes() {
        repl.feed(&[byte], &mut replies);
    }
    assert_eq!(replies.text, "sat\n((p true))\n");
    repl.finish(&mut replies);
    assert_eq!(replies.errors, 1);
}

/// What is quantified gets a number, and evidence goes by these numbers: every command that reads
/// terms counts, whatever becomes of it.
#[test]
fn evidence_stands_whatever_was_quantified_before() {
    let header = "(declare-const a (Array Int Int)) (declare-const k Int)
        (define-fun all ((n Int)) Bool (forall ((i Int)) (=> (<= n i) (< (select a i) n))))
        (define-const some Bool (exists ((i Int)) (< (select a i) 0)))";
    let claims = "(assert (forall ((i Int)) (=> (<= k i) (< (select a i) k))))
        (assert (exists ((j Int)) (and (<= k j) (< k (select a j)))))";
    let between = [
        ("", ""),
        ("(assert (and (forall ((i Int)) (= i i)) undeclared))", "(error"),
        ("(assert (forall ((i Int) (j Int)) (exists ((l Int)) (+ i j l))))", "(error"),
        ("(define-fun f ((x Int)) Bool (forall ((i Int)) (= i x y)))", "(error"),
        ("(declare-const h (HashTable Int Int)) (declare-datatype D ((put (p Int))))", "(error"),
        ("(check-sat-assuming ((forall ((i Int)) (< (select a i) 0)) (not some)))", "unsat"),
        ("(check-sat-assuming ((forall ((i Int)) undeclared)))", "(error"),
        ("(check-sat) (get-value ((forall ((i Int)) (= (select a i) 0)) some))", "sat"),
        ("(get-value ((forall ((i Int)) (= i 0))))", "(error"),
        ("(push 1) (assert (all 3)) (assert (all k)) (check-sat) (pop 1)", "sat"),
        ("(push 1) (assert (all 3)) (assert (not (all 3))) (check-sat) (pop 1)", "unsat"),
        ("(assert (all 0)) (assert (not some)) (reset-assertions)", ""),
        ("(assert (exists ((x Int)) (< x k))) (check-sat) (reset)", "sat"),
        ("(declare-const g (HashTable Int Int)) (assert (= (keys g) (keys g)))", ""),
        ("(declare-const g (HashTable Int Int)) (assert (= (keys g) (keys k)))", "(error"),
        ("(pop 1) (push (forall ((i Int)) true))", "(error"),
    ];
    for (commands, answer) in between {
        let is_reset = commands.contains("reset");
        let again = if is_reset { header } else { "" };
        let script = format!("{header} {commands} {again} {claims} (check-sat)");
        let replies = replies(&script);
        assert!(replies.text.contains(answer), "{commands}: {}", replies.text);
        assert!(replies.text.ends_with("unsat\n"), "{commands}: {}", replies.text);
        assert!(replies.checked.iter().all(|is_checked| *is_checked), "{commands}");
    }
}

/// The thesis's index sorts are infinite; those of SMT-LIB may have one element.
#[test]
fn declared_sorts_may_be_read_as_infinite() {
    let infinite = Reading { infinite_sorts: true, ..Reading::PLAIN };
    let both = Reading { partial_arrays: true, ..infinite };
    let script = "(declare-sort U 0) (declare-const e U) (declare-const a (Array U Int))
        (push 1) (assert (forall ((i U)) (=> (distinct i e) (= (select a i) 0))))
        (check-sat) (get-value (e)) (pop 1)
        (push 1) (assert (forall ((i U)) (=> (distinct i e) false))) (check-sat) (pop 1)
        (declare-const h (HashTable U Int))
        (assert (forall ((k U)) (=> (in-keys k h) (= k e))))
        (assert (forall ((k U)) (in-keys k h)))
        (check-sat)";
    let cases = [
        (Reading::PLAIN, "sat\n((e (as @0 U)))\nsat\nsat\n"),
        (infinite, "sat\n((e (@element.U 0)))\nunsat\nunsat\n"),
        (both, "sat\n((e (@element.U 0)))\nunsat\nunsat\n"),
    ];
    for (reading, expected) in cases {
        let replies = replies_with(script, formulas::Settings { reading, ..Default::default() });
        assert_eq!(replies.text, expected, "{reading:?}");
        for evidence in &replies.evidence {
            let line = evidence.lines().next().unwrap_or_default();
            assert!(line.ends_with(reading.text()), "{line}");
        }
    }
}
