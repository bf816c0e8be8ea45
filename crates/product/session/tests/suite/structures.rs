//! Systems over datatypes and over arrays of arrays, from text to judged answers.

use std::time::Duration;

use buttress_budget::Limits;
use buttress_checker::horn::{HornRejection, check};
use buttress_session::numbers::{self, EngineKind};

/// A long time; none of these systems should need it.
const LONG: Duration = Duration::from_secs(120);

fn settings(engine: EngineKind) -> numbers::Settings {
    let limits = Limits::none().with_timeout(LONG);
    numbers::Settings { limits, engine, ..numbers::Settings::default() }
}

/// The verdict and its evidence. A verdict that nobody checked is none.
fn answer(text: &str, engine: EngineKind) -> (&'static str, String) {
    let report = numbers::prove(text.as_bytes(), &settings(engine), &numbers::Silent);
    let mut report = report.unwrap_or_else(|error| panic!("{error}\n{text}"));
    match report.properties.remove(0).status {
        numbers::Status::Proved(proof) if proof.checked.is_some() => {
            ("proved", proof.evidence.unwrap_or_default())
        }
        numbers::Status::False(proof) if proof.checked.is_some() => {
            ("false", proof.evidence.unwrap_or_default())
        }
        numbers::Status::Unknown(reason) => ("unknown", reason.text),
        other => panic!("nobody checked {other:?}"),
    }
}

const BUILD: &str = include_str!("../../../../../examples/numbers/lists-build.smt2");
const APPEND: &str = include_str!("../../../../../examples/numbers/lists-append.smt2");
const LEDGER: &str = include_str!("../../../../../examples/numbers/ledger.smt2");

#[test]
fn the_examples_are_answered() {
    for (text, expected) in [(BUILD, "proved"), (APPEND, "false"), (LEDGER, "proved")] {
        let (verdict, evidence) = answer(text, EngineKind::Portfolio);
        assert_eq!(verdict, expected, "{text}");
        assert!(check(text.as_bytes(), evidence.as_bytes()).is_ok(), "{evidence}");
    }
}

/// What is seen of a list is enough for those who know numbers alone.
#[test]
fn constructors_and_fields_are_seen() {
    assert_eq!(answer(BUILD, EngineKind::Conjecture).0, "proved");
}

/// A record with a record inside, an enumeration, and a field that is an array.
#[test]
fn records_and_enumerations() {
    let system = |bad: &str| {
        format!(
            "(set-logic HORN)
            (declare-datatypes ((Colour 0) (Pair 0) (State 0))
              (((red) (green) (blue)) ((pair (low Int) (high Int)))
               ((state (colour Colour) (range Pair) (cells (Array Int Bool))))))
            (declare-fun at (State) Bool)
            (assert (forall ((a (Array Int Bool))) (at (state red (pair 0 0) a))))
            (assert (forall ((s State)) (=> (and (at s) (= (colour s) red))
              (at (state green (pair (low (range s)) (+ 1 (high (range s)))) (cells s))))))
            (assert (forall ((s State)) (=> (and (at s) ((_ is green) (colour s)))
              (at (state red (range s) (store (cells s) (high (range s)) true))))))
            (assert (forall ((s State)) (=> (at s) (not {bad}))))"
        )
    };
    for (bad, expected) in [
        ("(> (low (range s)) (high (range s)))", "proved"),
        ("((_ is blue) (colour s))", "proved"),
        ("(and (= (colour s) red) (= (high (range s)) 3))", "false"),
    ] {
        assert_eq!(answer(&system(bad), EngineKind::Portfolio).0, expected, "{bad}");
    }
}

/// What the head of an empty list is, nobody knows: a trace that needs it is no evidence, and a proof must not depend on it.
#[test]
fn fields_of_other_constructors_are_open() {
    let text = "(set-logic HORN)
        (declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))
        (declare-fun p (List) Bool)
        (assert (p nil))
        (assert (forall ((l List)) (=> (p l) (not (= (head l) 7)))))";
    let (verdict, reason) = answer(text, EngineKind::Portfolio);
    assert_eq!(verdict, "unknown", "{reason}");
}

/// Evidence with a value of a list damaged in every way is noticed.
#[test]
fn damaged_values_are_rejected() {
    let (_, evidence) = answer(APPEND, EngineKind::Portfolio);
    // Which constructor, how many fields, brackets: each is damaged wherever it stands.
    for (good, bad) in [
        ("[2;", "[1;"),
        ("[1]", "[2]"),
        ("[1]", "[3]"),
        ("[1]", "[0]"),
        ("]", ""),
        (";", ","),
        ("[", "{"),
    ] {
        let places: Vec<usize> = evidence.match_indices(good).map(|(place, _)| place).collect();
        assert!(!places.is_empty(), "{good} in {evidence}");
        for place in places {
            let damaged = format!("{}{bad}{}", &evidence[..place], &evidence[place + good.len()..]);
            let checked = check(APPEND.as_bytes(), damaged.as_bytes());
            assert!(matches!(checked, Err(HornRejection::Step { .. })), "{damaged}: {checked:?}");
        }
    }
}

/// Values one inside the other without end are no way to bring a checker down.
#[test]
fn deep_values_are_rejected() {
    let (_, evidence) = answer(APPEND, EngineKind::Portfolio);
    let deep = format!("{}[1]{}", "[2;0;".repeat(1_000_000), "]".repeat(1_000_000));
    let place = evidence.find("[1]").expect("there is an empty list");
    let damaged = format!("{}{deep}{}", &evidence[..place], &evidence[place + 3..]);
    let checked = check(APPEND.as_bytes(), damaged.as_bytes());
    assert!(matches!(checked, Err(HornRejection::Step { .. })), "{checked:?}");
}
