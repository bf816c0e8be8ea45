//! Systems that terminate and systems that do not; every answer was accepted by the checker.

use std::time::Duration;

use super::*;
use crate::numbers::Settings;
use crate::numbers::Silent;

fn report(text: &str) -> TerminationReport {
    let settings = Settings::default();
    terminates(text.as_bytes(), &settings, &Silent).expect("the text is right")
}

/// Every computation ends; the functions of each predicate, and the supporting conjuncts.
#[track_caller]
fn check_ends(text: &str) -> TerminationProof {
    let report = report(text);
    let TerminationStatus::Proved(proof) = report.status else { panic!("{:?}", report.status) };
    assert!(proof.evidence.is_some() && proof.checked.is_some());
    proof.shown
}

/// A computation comes back: from its last step to which.
#[track_caller]
fn check_comes_back(text: &str) -> (usize, usize) {
    let report = report(text);
    let TerminationStatus::False(proof) = report.status else { panic!("{:?}", report.status) };
    assert!(proof.evidence.is_some() && proof.checked.is_some());
    let Lasso { derivation, start } = proof.shown;
    let last = derivation.steps.last().expect("there are steps");
    assert_eq!(derivation.steps[start].state, last.state);
    (derivation.steps.len() - 1, start)
}

#[track_caller]
fn check_unknown(text: &str, reason: &str) {
    match report(text).status {
        TerminationStatus::Unknown(found) => assert_eq!(found.text, reason),
        other => panic!("{other:?}"),
    }
}

fn horn(declarations: &str, clauses: &[&str]) -> String {
    let clauses: Vec<String> =
        clauses.iter().map(|clause| format!("(assert {clause})\n")).collect();
    format!("(set-logic HORN)\n{declarations}\n{}(check-sat)\n", clauses.concat())
}

#[test]
fn a_countdown_ends_without_support() {
    let text = horn(
        "(declare-fun p (Int) Bool)",
        &["(forall ((x Int)) (p x))", "(forall ((x Int)) (=> (and (p x) (> x 0)) (p (- x 1))))"],
    );
    let proof = check_ends(&text);
    assert_eq!(proof.rankings.len(), 1);
    assert_eq!(proof.rankings[0].lines, [4]);
    assert_eq!(proof.rankings[0].functions[0].parameters, ["x"]);
    assert_eq!(proof.rankings[0].functions[0].levels.len(), 1);
    assert!(proof.invariants.iter().all(|definition| definition.conjuncts.is_empty()));
}

#[test]
fn what_supports_a_ranking_is_found_and_nothing_else_is_told() {
    let text = horn(
        "(declare-fun p (Int Int Int) Bool)",
        &[
            "(forall ((x Int)) (p x 1 0))",
            "(forall ((x Int) (y Int) (z Int)) (=> (and (p x y z) (> x 0)) (p (- x y) (+ y 1) (+ z 1))))",
        ],
    );
    let proof = check_ends(&text);
    let conjuncts = &proof.invariants[0].conjuncts;
    assert_eq!(conjuncts.len(), 1, "{conjuncts:?}");
}

#[test]
fn reals_and_integers_are_mixed() {
    check_ends(&horn(
        "(declare-fun p (Int Real Bool) Bool) (declare-fun q (Int) Bool)",
        &[
            "(forall ((x Int) (r Real) (b Bool)) (p x r b))",
            "(forall ((x Int) (r Real) (b Bool)) (=> (and (p x r b) b (> r 0.0)) (p x (- r 0.25) b)))",
            "(forall ((x Int) (r Real) (b Bool)) (=> (and (p x r b) (not b) (> x 0)) (q x)))",
            "(forall ((x Int) (r Real)) (=> (q x) (p (- x 1) r false)))",
        ],
    ));
}

#[test]
fn queries_between_clauses_do_not_matter() {
    let text = horn(
        "(declare-fun p (Int) Bool)",
        &[
            "(forall ((x Int)) (=> (and (p x) (< x 0)) false))",
            "(p 7)",
            "(forall ((x Int)) (=> (and (p x) (> x 100)) false))",
            "(forall ((x Int)) (=> (and (p x) (> x 2)) (p (- x 1))))",
        ],
    );
    check_ends(&text);
    let turning = text.replace("(> x 2)) (p (- x 1))", "(> x 2)) (p (ite (= x 5) 7 (- x 1)))");
    assert_eq!(check_comes_back(&turning), (3, 0));
}

#[test]
fn steps_of_two_places_come_back() {
    let text = horn(
        "(declare-fun p (Int Int) Bool) (declare-fun q (Int Int) Bool)",
        &[
            "(p 0 0)",
            "(forall ((x Int) (y Int)) (=> (p x y) (q (+ x 1) y)))",
            "(forall ((x Int) (y Int)) (=> (q x y) (p (- x 1) y)))",
        ],
    );
    assert_eq!(check_comes_back(&text), (2, 0));
}

#[test]
fn a_transition_system_needs_no_property() {
    let file = |step: &str| {
        format!(
            "(declare-fun x () Int)\n(declare-fun y () Int)\n(define-fun .x () Int (! x :next y))
             (define-fun .init () Bool (! (= x 9) :init true))
             (define-fun .trans () Bool (! {step} :trans true))\n"
        )
    };
    check_ends(&file("(and (> x 0) (= y (- x 2)))"));
    assert_eq!(check_comes_back(&file("(= y (ite (> x 0) (- x 4) 5))")), (4, 1));
}

#[test]
fn counting_up_forever_is_open() {
    check_unknown(
        &horn(
            "(declare-fun p (Int) Bool)",
            &["(p 0)", "(forall ((x Int)) (=> (p x) (p (+ x 1))))"],
        ),
        "no ranking was found; no state comes back",
    );
}

#[test]
fn systems_without_cycles_or_clauses_end() {
    assert!(check_ends("(set-logic HORN)\n(check-sat)\n").rankings.is_empty());
    let text = horn(
        "(declare-fun p (Int) Bool) (declare-fun q (Int) Bool)",
        &["(forall ((x Int)) (p x))", "(forall ((x Int)) (=> (p x) (q (+ x 1))))"],
    );
    assert!(check_ends(&text).rankings.is_empty());
}

#[test]
fn a_summary_may_be_a_premise_of_a_step() {
    let text = horn(
        "(declare-fun p (Int) Bool) (declare-fun f (Int Int) Bool)",
        &[
            "(forall ((x Int)) (f x (+ x 1)))",
            "(p 20)",
            "(forall ((x Int) (y Int)) (=> (and (p x) (f y x) (> x 0)) (p y)))",
        ],
    );
    let proof = check_ends(&text);
    assert_eq!(proof.invariants[1].conjuncts.len(), 1, "{proof:?}");
}

#[test]
fn a_limit_of_time_is_told() {
    let settings = Settings {
        limits: buttress_budget::Limits::none().with_timeout(Duration::ZERO),
        ..Settings::default()
    };
    let text = horn("(declare-fun p (Int) Bool)", &["(forall ((x Int)) (=> (p x) (p (+ x 1))))"]);
    let report = terminates(text.as_bytes(), &settings, &Silent).expect("it is right");
    assert!(matches!(report.status, TerminationStatus::Unknown(_)));
    assert_eq!(report.exit_code(), 3);
}

#[test]
fn unchecked_answers_have_no_evidence() {
    let settings = Settings { check: false, ..Settings::default() };
    let text = horn("(declare-fun p (Int) Bool)", &["(forall ((x Int)) (p x))"]);
    let report = terminates(text.as_bytes(), &settings, &Silent).expect("it is right");
    let TerminationStatus::Proved(proof) = report.status else { panic!("{:?}", report.status) };
    assert!(proof.evidence.is_none() && proof.checked.is_none());
}
