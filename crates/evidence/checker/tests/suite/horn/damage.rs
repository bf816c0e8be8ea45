//! Evidence with one flaw, rejected at that flaw.

use buttress_checker::horn::HornRejection;

use super::{COUNT, COUNT_EVIDENCE, about, check_rejected, judge};

const LOOP: &str = "(define-fun loop ((x0 Int) (x1 Int)) Bool (and (= x1 (* 2 x0)) (<= x0 10)))";
const DONE: &str = "(define-fun done ((x0 Int)) Bool (= 20 x0))";

/// The evidence with a part replaced, which must be there.
fn with(part: &str, other: &str) -> String {
    assert!(COUNT_EVIDENCE.contains(part), "{part}");
    COUNT_EVIDENCE.replacen(part, other, 1)
}

#[test]
fn the_header_must_be_that_of_the_file() {
    for (part, other, words) in [
        ("evidence 1\n", "evidence 2\n", "line 1: expected version 1, found \"2\""),
        ("property 0\n", "property 1\n", "there is no property 1: the file has 1"),
        ("system 2 4", "system 2 3", "the file has 4 clauses, the evidence says 3"),
        ("system 2 4", "system 1 4", "the file has 2 predicates, the evidence says 1"),
        ("kind safe", "kind unsafe", "step 1 (line 6): expected step, found \"(\""),
        (
            "kind safe",
            "kind sure",
            "line 5: expected safe, unsafe, ranking or lasso, found \"sure\"",
        ),
        ("kind safe\n", "", "line 5: expected kind, found \"(\""),
        ("\nend\n", "\n", "the text ends before its line `end`"),
        ("\nend\n", "\nend\nt 1 v0\n", "line 122: text after the line `end`"),
    ] {
        check_rejected(COUNT, &with(part, other), words);
    }
    let other = COUNT.replace("10", "11");
    let rejection = judge(&other, COUNT_EVIDENCE).expect_err("it belongs to another file");
    assert!(matches!(rejection, HornRejection::OtherFile { .. }), "{rejection}");
    let rejection = judge(COUNT, "p buttress-smt-proof 1 1\n").expect_err("another format");
    assert_eq!(rejection, HornRejection::NotEvidence);
    let rejection = judge("(assert", COUNT_EVIDENCE).expect_err("no file");
    assert!(matches!(rejection, HornRejection::Input(_)), "{rejection}");
    assert!(rejection.is_undecided() && !rejection.is_limit());
}

/// A proof with a number that is too large may be right; one that is wrong is not.
#[test]
fn what_is_too_large_decides_nothing() {
    let line = COUNT_EVIDENCE.lines().find(|line| line.contains(" arith l0 1")).expect("a sum");
    let long = line.replace("arith l0 1", &format!("arith l0 {}", "9".repeat(400_000)));
    let rejection = judge(COUNT, &with(line, &long)).expect_err("too large");
    assert!(rejection.is_limit() && !rejection.is_undecided());
    let rejection = judge(COUNT, &with("(= 20 x0)", "true")).expect_err("too weak");
    assert!(!rejection.is_limit() && !rejection.is_undecided());
}

#[test]
fn every_predicate_has_one_closed_definition() {
    let open = "is defined by a formula over more than its parameters";
    let unread = "the definitions cannot be read";
    for (part, other, words) in [
        (LOOP, "", "`loop` has no definition".to_owned()),
        (DONE, "", "`done` has no definition".to_owned()),
        (DONE, LOOP, format!("{unread}: line 8:3: `loop` is defined twice")),
        ("(= 20 x0)", "(loop x0 20)", format!("{unread}: line 8:37: ")),
        ("(= 20 x0)", "(= 20 v0)", format!("{unread}: line 8:42: unknown symbol `v0`")),
        ("(= 20 x0)", "(= 20 x1)", format!("{unread}: line 8:42: unknown symbol `x1`")),
        ("(= 20 x0)", "20", format!("{unread}: line 8:36: ")),
        ("done ((x0 Int))", "done ((x0 Real))", format!("{unread}: line 8:")),
        ("done ((x0 Int))", "done ((x0 Int) (y Int))", format!("{unread}: line 8:")),
        ("done", "gone", format!("{unread}: line 8:15: `gone` is not declared")),
        ("(= 20 x0)", "(= x0 (select (lambda ((i Int)) i) 20))", format!("`done` {open}")),
        ("(= 20 x0)", "(exists ((y Int)) (= y x0))", "the proof of clause ".to_owned()),
        (DONE, &format!("{DONE} (define-fun @div0 ((x Int)) Int x)"), {
            "`@div0` is no predicate of the system".to_owned()
        }),
        ("(= 20 x0)", "(= 20 x0", unread.to_owned()),
    ] {
        let rejection = judge(COUNT, &with(part, other)).expect_err(other).to_string();
        assert!(rejection.starts_with(&words), "{rejection}\n{words}");
    }
}

/// Both weaker and stronger formulas change what the proofs have to refute.
#[test]
fn proofs_are_about_the_definitions() {
    for (part, other) in [
        ("(<= x0 10)", "(<= x0 11)"),
        ("(<= x0 10)", "(<= x0 9)"),
        ("(<= x0 10)", "true"),
        ("(= x1 (* 2 x0))", "(<= x1 (* 2 x0))"),
        ("(= 20 x0)", "(<= 20 x0)"),
        ("(= 20 x0)", "false"),
        ("(= 20 x0)", "true"),
        ("Bool (and", "Bool (or"),
    ] {
        let rejection = judge(COUNT, &with(part, other)).expect_err(other);
        assert!(matches!(rejection, HornRejection::Proof { .. }), "{other}: {rejection}");
    }
}

/// The proof of a clause, and what is around it.
fn cut(clause: usize) -> (&'static str, &'static str, &'static str) {
    let start = format!("p buttress-smt-proof 1 {clause}\n");
    let (before, rest) = COUNT_EVIDENCE.split_once(&start).expect("a proof");
    let end = rest.find("p buttress").or_else(|| rest.find("end\n")).expect("an end");
    (before, &rest[..end], &rest[end..])
}

#[test]
fn every_clause_has_its_own_proof() {
    for clause in 1..=4 {
        let (before, lines, after) = cut(clause);
        let missing = format!("{before}{after}");
        let words = format!("the proof of clause {clause}: line ");
        let words = if clause == 4 { "clause 4 has no proof".to_owned() } else { words };
        let rejection = judge(COUNT, &missing).expect_err("a proof is missing").to_string();
        assert!(rejection.starts_with(&words), "{rejection}");
        let empty = format!("{before}p buttress-smt-proof 1 {clause}\n{after}");
        let words = format!("the proof of clause {clause}: none of the 0 clauses is empty");
        check_rejected(COUNT, &empty, &words);
        for other in 1..=4 {
            let (_, foreign, _) = cut(other);
            let evidence = format!("{before}p buttress-smt-proof 1 {clause}\n{foreign}{after}");
            assert_eq!(judge(COUNT, &evidence).is_ok(), other == clause, "{other} for {clause}");
        }
        let twice = format!(
            "{before}p buttress-smt-proof 1 {clause}\n{lines}p buttress-smt-proof 1 {clause}\n\
             {lines}{after}"
        );
        assert!(judge(COUNT, &twice).is_err(), "{clause} twice");
    }
    let words = "line 121: expected end, found \"p\"";
    check_rejected(COUNT, &with("\nend\n", "\np buttress-smt-proof 1 5\nend\n"), words);
}

/// Every line of a proof is needed, since numbers have no gaps, and so is every multiplier.
#[test]
fn lines_and_multipliers_are_needed() {
    let first = COUNT_EVIDENCE.lines().position(|line| line.starts_with("p ")).expect("a proof");
    let lines: Vec<&str> = COUNT_EVIDENCE.lines().collect();
    for place in first..lines.len() {
        let mut fewer = lines.clone();
        fewer.remove(place);
        let evidence = format!("{}\n", fewer.join("\n"));
        assert!(judge(COUNT, &evidence).is_err(), "without line {}", place + 1);
    }
    let good = "a 12 -5 -7 15 0 arith l1 1 round ; l2 1 round ; e4=3 -1 d0 1 d1 1\n";
    for (bad, words) in [
        ("d0 1 d1 1 e4=3 1", "does not cancel"),
        ("e4=3 -1 d0 1 d1 2", "does not cancel"),
        ("e4=3 -1 d0 1", "does not cancel"),
        ("e4=3 -1 d0 1 d1 -1", "multiplies an inequality by -1"),
    ] {
        let bad = good.replace("e4=3 -1 d0 1 d1 1", bad);
        let words = format!("the proof of clause 2: clause 12 (line 73): arith: line 2 {words}");
        let rejection = judge(COUNT, &with(good, &bad)).expect_err("a sum is wrong").to_string();
        assert!(rejection.starts_with(&words), "{rejection}\n{words}");
    }
}

/// The same proofs do not show what is not true: the file asks for more, or steps otherwise.
#[test]
fn proofs_do_not_show_what_is_false() {
    for (part, other) in [
        ("(< y 20)", "(< y 21)"),
        ("(+ y 2)", "(+ y 1)"),
        ("(= x 0)", "(<= x 0)"),
        ("(<= 10 x)", "(<= 9 x)"),
    ] {
        let file = COUNT.replace(part, other);
        assert_ne!(file, COUNT);
        let rejection = judge(&file, &about(&file, COUNT_EVIDENCE)).expect_err(other);
        assert!(matches!(rejection, HornRejection::Proof { .. }), "{rejection}");
    }
}
