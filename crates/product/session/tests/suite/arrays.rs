//! Systems over arrays from text to judged answers.

mod random;

use std::time::Duration;

use buttress_budget::Limits;
use buttress_checker::horn::check;
use buttress_session::numbers;

/// A long time; none of the systems that have an answer should need it.
const LONG: Duration = Duration::from_secs(120);

/// What Spacer said when it was asked by hand, within 10 seconds. Tests ask nobody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Spacer {
    Safe,
    Unsafe,
    Silent,
}

macro_rules! example {
    ($name:literal) => {
        ($name, include_str!(concat!("../../../../../examples/numbers/arrays-", $name, ".smt2")))
    };
}

/// All examples, with what is expected and what Spacer says.
const EXAMPLES: [((&str, &str), &str, Spacer); 8] = [
    (example!("init"), "proved", Spacer::Silent),
    (example!("copy"), "proved", Spacer::Silent),
    (example!("max"), "proved", Spacer::Silent),
    (example!("find"), "proved", Spacer::Silent),
    (example!("bump"), "proved", Spacer::Silent),
    (example!("sorted"), "proved", Spacer::Silent),
    (example!("short"), "false", Spacer::Unsafe),
    (example!("flags"), "false", Spacer::Unsafe),
];

fn limited(time: Duration) -> numbers::Settings {
    numbers::Settings { limits: Limits::none().with_timeout(time), ..numbers::Settings::default() }
}

fn status(text: &str, settings: &numbers::Settings) -> numbers::Status {
    let report = numbers::prove(text.as_bytes(), settings, &numbers::Silent);
    let mut report = report.unwrap_or_else(|error| panic!("{error}\n{text}"));
    report.properties.remove(0).status
}

/// The verdict and its evidence. A verdict that nobody checked is none.
fn answer(text: &str, settings: &numbers::Settings) -> (&'static str, String) {
    match status(text, settings) {
        numbers::Status::Proved(proof) if proof.checked.is_some() => {
            ("proved", proof.evidence.unwrap_or_default())
        }
        numbers::Status::False(proof) if proof.checked.is_some() => {
            ("false", proof.evidence.unwrap_or_default())
        }
        numbers::Status::Unknown(reason) => ("unknown", reason.text),
        other => panic!("{other:?}\n{text}"),
    }
}

#[test]
fn the_examples_are_answered() {
    for ((name, text), expected, spacer) in EXAMPLES {
        let (verdict, evidence) = answer(text, &limited(LONG));
        assert_eq!(verdict, expected, "{name}: {evidence}");
        check(text.as_bytes(), evidence.as_bytes())
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let is_other = match spacer {
            Spacer::Safe => verdict == "false",
            Spacer::Unsafe => verdict == "proved",
            Spacer::Silent => false,
        };
        assert!(!is_other, "{name}: Spacer says {spacer:?}");
    }
}

/// Small systems, with what Spacer says of them.
#[test]
fn verdicts_agree_with_those_of_spacer() {
    const HEAD: &str = "(set-logic HORN)
        (declare-fun p (Int (Array Int Int)) Bool)
        (declare-fun e ((Array Int Int) (Array Int Int)) Bool)
        (declare-fun r (Real (Array Bool Real)) Bool)
        (assert (forall ((a (Array Int Int))) (=> (= (select a 0) 1) (p 0 a))))
        (assert (forall ((a (Array Int Int)) (b (Array Int Int))) (=> (= a b) (e a b))))
        (assert (r 0.0 ((as const (Array Bool Real)) 0.5)))";
    let systems = [
        // Arrays that stay equal, and that do not.
        (
            "(assert (forall ((i Int) (a (Array Int Int)) (b (Array Int Int)))
               (=> (e a b) (e (store a i 5) (store b i 5)))))
             (assert (forall ((a (Array Int Int)) (b (Array Int Int))) (=> (e a b) (= a b))))",
            Spacer::Safe,
        ),
        (
            "(assert (forall ((i Int) (a (Array Int Int)) (b (Array Int Int)))
               (=> (e a b) (e (store a i 5) (store b (+ i 1) 5)))))
             (assert (forall ((a (Array Int Int)) (b (Array Int Int))) (=> (e a b) (= a b))))",
            Spacer::Unsafe,
        ),
        // A swap, by a choice between arrays.
        (
            "(assert (forall ((i Int) (a (Array Int Int)) (c Bool)) (=> (p i a)
               (p (+ i 1) (ite c (store (store a 3 (select a 4)) 4 (select a 3)) a)))))
             (assert (forall ((i Int) (a (Array Int Int))) (=> (p i a) (= (select a 0) 1))))",
            Spacer::Safe,
        ),
        (
            "(assert (forall ((i Int) (a (Array Int Int)) (c Bool)) (=> (p i a)
               (p (+ i 1) (ite c (store (store a 0 (select a 1)) 1 (select a 0)) a)))))
             (assert (forall ((i Int) (a (Array Int Int))) (=> (p i a) (= (select a 0) 1))))",
            Spacer::Unsafe,
        ),
        // Reals over truth values.
        (
            "(assert (forall ((x Real) (b Bool) (a (Array Bool Real)))
               (=> (r x a) (r x (store a b (+ (select a b) (/ 1 3)))))))
             (assert (forall ((x Real) (b Bool) (a (Array Bool Real)))
               (=> (r x a) (< 0.0 (select a b)))))",
            Spacer::Safe,
        ),
        (
            "(assert (forall ((x Real) (b Bool) (a (Array Bool Real)))
               (=> (r x a) (r x (store a b (- (select a b) (/ 1 3)))))))
             (assert (forall ((x Real) (b Bool) (a (Array Bool Real)))
               (=> (r x a) (< 0.0 (select a b)))))",
            Spacer::Unsafe,
        ),
    ];
    for (clauses, spacer) in systems {
        let text = format!("{HEAD}{clauses}(check-sat)");
        let (verdict, evidence) = answer(&text, &limited(LONG));
        let expected = if spacer == Spacer::Safe { "proved" } else { "false" };
        assert_eq!(verdict, expected, "{evidence}\n{clauses}");
    }
}

/// Clauses of several premises have no traces that unfolding finds, but proofs.
#[test]
fn calls_over_arrays_are_proved() {
    let text = "(set-logic HORN)
        (declare-fun fill (Int Int (Array Int Int) (Array Int Int)) Bool)
        (assert (forall ((l Int) (h Int) (a (Array Int Int))) (=> (>= l h) (fill l h a a))))
        (assert (forall ((l Int) (h Int) (a (Array Int Int)))
          (=> (= (+ l 1) h) (fill l h a (store a l 7)))))
        (assert (forall ((l Int) (h Int) (m Int) (a (Array Int Int)) (b (Array Int Int)) (c (Array Int Int)))
          (=> (and (< l m) (< m h) (fill l m a b) (fill m h b c)) (fill l h a c))))
        (assert (forall ((l Int) (h Int) (j Int) (a (Array Int Int)) (b (Array Int Int)))
          (=> (and (fill l h a b) (<= l j) (< j h)) (= (select b j) 7))))";
    let (verdict, evidence) = answer(text, &limited(LONG));
    assert_eq!(verdict, "proved", "{evidence}");
}

#[test]
fn transition_systems_have_arrays() {
    let text = "(declare-fun i () Int) (declare-fun i.n () Int)
        (declare-fun a () (Array Int Int)) (declare-fun a.n () (Array Int Int))
        (define-fun .i () Int (! i :next i.n))
        (define-fun .a () (Array Int Int) (! a :next a.n))
        (define-fun .init () Bool (! (and (= i 0) (= a ((as const (Array Int Int)) 1))) :init true))
        (define-fun .trans () Bool
          (! (and (= i.n (+ i 1)) (= a.n (store a i (+ (select a (- i 1)) 1)))) :trans true))
        (define-fun .good () Bool (! (>= (select a 5) 1) :invar-property 0))
        (define-fun .bad () Bool (! (< (select a 2) 3) :invar-property 1))";
    let report = numbers::prove(text.as_bytes(), &limited(LONG), &numbers::Silent).unwrap();
    assert_eq!(report.exit_code(), 1);
    let is_proved = |status: &numbers::Status| matches!(status, numbers::Status::Proved(_));
    assert!(is_proved(&report.properties[0].status), "{:?}", report.properties[0].status);
    assert!(!is_proved(&report.properties[1].status));
}

/// An array that nothing depends on is no hindrance, and one engine can be chosen.
#[test]
fn engines_can_be_chosen() {
    let (_, text) = EXAMPLES[0].0;
    for (engine, expected) in
        [(numbers::EngineKind::Reach, "proved"), (numbers::EngineKind::Portfolio, "proved")]
    {
        let settings = numbers::Settings { engine, ..limited(LONG) };
        assert_eq!(answer(text, &settings).0, expected, "{}", engine.name());
    }
    let bounded = numbers::Settings {
        engine: numbers::EngineKind::Unfold,
        bound: Some(3),
        ..numbers::Settings::default()
    };
    assert_eq!(answer(text, &bounded).0, "unknown");
    let idle = text.replace("(not (= (select a j) 0))", "(< i 0)");
    assert_eq!(answer(&idle, &numbers::Settings::default()).0, "proved");
}

/// Three cells at once are more than are looked at, and that is said; who looks at the arrays themselves finds the proof.
#[test]
fn what_cells_cannot_say_is_unknown() {
    let text = "(set-logic HORN) (declare-fun p (Int (Array Int Int)) Bool)
        (assert (forall ((a (Array Int Int)))
          (=> (= (+ (select a 0) (select a 1) (select a 2)) 0) (p 0 a))))
        (assert (forall ((i Int) (a (Array Int Int))) (=> (and (p i a) (< i 1))
          (p (+ i 1) (store (store a 0 (select a 1)) 1 (select a 0))))))
        (assert (forall ((i Int) (a (Array Int Int)))
          (=> (p i a) (= (+ (select a 0) (select a 1) (select a 2)) 0))))";
    let engine = numbers::EngineKind::Affine;
    let settings = numbers::Settings { engine, ..limited(LONG) };
    let (verdict, reason) = answer(text, &settings);
    assert_eq!(verdict, "unknown");
    assert!(reason.contains("more of the arrays"), "{reason}");
    assert_eq!(answer(text, &limited(LONG)).0, "proved");
}

#[test]
fn other_questions_are_refused() {
    let (_, text) = EXAMPLES[0].0;
    let settings = numbers::Settings::default();
    let refused = numbers::discover(text.as_bytes(), &settings, None, &numbers::Silent).err();
    assert_eq!(refused, Some(numbers::InputError::Structures));
    let refused = numbers::terminates(text.as_bytes(), &settings, &numbers::Silent).err();
    assert_eq!(refused, Some(numbers::InputError::Structures));
}

/// Damage to what is said of cells is noticed where it is done.
#[test]
fn damaged_evidence_is_rejected() {
    let text = EXAMPLES.map(|((_, text), _, _)| text);
    let (init, flags) = (text[0], text[7]);
    let (_, proof) = answer(init, &limited(LONG));
    assert!(proof.contains("(forall ((k Int))"), "{proof}");
    let mut damaged = vec![
        proof.replacen("(forall ((k Int))", "(exists ((k Int))", 1),
        proof.replacen("(<= 0 (select x2 k))", "(<= 1 (select x2 k))", 1),
        proof.replacen("(<= 0 (select x2 k))", "(<= (- 1) (select x2 k))", 1),
        proof.replacen("(select x2 k)", "(select x2 0)", 1),
        proof.replacen("((k Int))", "((k Int) (l Int))", 1),
    ];
    // Quantifiers, witnesses and instances by the wrong numbers.
    for line in proof.lines().filter(|line| line.contains(" instance ") || line.contains("(@")) {
        let word = line.split(' ').next_back().unwrap_or_default();
        let digits: String = word.chars().filter(char::is_ascii_digit).collect();
        let Ok(number) = digits.parse::<usize>() else { continue };
        let other = word.replace(&digits, &(number + 1).to_string());
        let start = &line[..line.len() - word.len()];
        damaged.push(proof.replacen(line, &format!("{start}{other}"), 1));
    }
    let mut rejected = 0;
    for (place, other) in damaged.iter().enumerate() {
        assert_ne!(*other, proof, "damage {place} has no place");
        rejected += usize::from(check(init.as_bytes(), other.as_bytes()).is_err());
    }
    assert_eq!(rejected, damaged.len());
    let (_, trace) = answer(flags, &limited(LONG));
    for (part, other) in [
        ("{false}", "{true}"),
        ("{false,0:true}", "{false}"),
        ("{false,0:true}", "{false,0:1}"),
        ("{false,0:true}", "{false,0}"),
        ("{false,0:true}", "{false,0:true"),
        ("{false,0:true}", "false"),
        ("{false,0:true}", "{}"),
    ] {
        let damaged = trace.replacen(part, other, 1);
        assert_ne!(damaged, trace, "{part}: {trace}");
        assert!(check(flags.as_bytes(), damaged.as_bytes()).is_err(), "{part} -> {other}");
    }
}
