//! How the analysis behaves: seeds, limits, several predicates, truth values, real numbers.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use buttress_affine::{Settings, StrengtheningEvent, Template, discover, prove};
use buttress_budget::{Budget, Exhausted, Limits};
use buttress_horn::{HornUnknown, Interpretation, Verdict};
use buttress_logic::print;

use super::system::System;

/// Two loops, one after the other: x counts up to n, then y counts x down.
const PHASES: &str = "
(declare-fun Up (Int Int Int) Bool)
(declare-fun Down (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (Up n 0 0))))
(assert (forall ((n Int) (x Int) (y Int)) (=> (and (Up n x y) (< x n)) (Up n (+ x 1) y))))
(assert (forall ((n Int) (x Int) (y Int)) (=> (and (Up n x y) (>= x n)) (Down n x y))))
(assert (forall ((n Int) (x Int) (y Int)) (=> (and (Down n x y) (> x 0)) (Down n (- x 1) (+ y 1)))))
(assert (forall ((n Int) (x Int) (y Int)) (=> (and (Down n x y) (<= x 0) (not (= y n))) false)))
";

#[test]
fn facts_pass_from_one_location_to_the_next() {
    let mut system = System::read(PHASES);
    let verdict = system.proved(&Settings::default(), &mut Vec::new());
    assert!(matches!(verdict, Verdict::Safe(_)), "{verdict:?}");
}

#[test]
fn equal_seeds_give_equal_runs() {
    let run = |seed| {
        let mut system = System::read(PHASES);
        let mut events = Vec::new();
        let settings = Settings { seed, ..Settings::default() };
        let verdict = system.proved(&settings, &mut events);
        let Verdict::Safe(facts) = verdict else { panic!("{verdict:?}") };
        let facts: Vec<String> =
            facts.formulas().iter().map(|formula| print(&system.terms, *formula)).collect();
        (events, facts)
    };
    assert_eq!(run(7), run(7));
    assert_ne!(run(7).0, run(8).0, "states are sampled at random");
}

#[test]
fn a_fact_excludes_the_state_that_was_sampled_for_it() {
    let mut system = System::read(PHASES);
    let mut events = Vec::new();
    system.proved(&Settings::default(), &mut events);
    let mut last = None;
    for event in events {
        match event {
            StrengtheningEvent::Sample { state, .. } => last = Some(state),
            StrengtheningEvent::Fact { excludes, .. } => assert_eq!(Some(excludes), last),
        }
    }
    assert!(last.is_some());
}

#[test]
fn a_call_has_two_premises() {
    // McCarthy's function: the summary of the inner call is a premise of the outer one.
    let mut system = System::read(
        "(declare-fun M (Int Int) Bool)
        (assert (forall ((n Int)) (=> (> n 100) (M n (- n 10)))))
        (assert (forall ((n Int) (p Int) (r Int))
          (=> (and (<= n 100) (M (+ n 11) p) (M p r)) (M n r))))
        (assert (forall ((n Int) (r Int)) (=> (and (M n r) (< r 91)) false)))",
    );
    let verdict = system.proved(&Settings::default(), &mut Vec::new());
    assert!(matches!(verdict, Verdict::Safe(_)), "{verdict:?}");
}

#[test]
fn real_numbers_are_not_rounded() {
    // x is halved for ever: x ≥ 0 is all that holds, and x > 0 is no affine fact here.
    let mut system = System::read(
        "(declare-fun P (Real Real) Bool)
        (assert (P 1.0 0.5))
        (assert (forall ((x Real) (y Real)) (=> (P x y) (P (/ x 2.0) (+ y 0.5)))))
        (assert (forall ((x Real) (y Real)) (=> (and (P x y) (< y 0.5)) false)))",
    );
    let verdict = system.proved(&Settings::default(), &mut Vec::new());
    assert!(matches!(verdict, Verdict::Safe(_)), "{verdict:?}");
    let halved = Settings {
        multipliers: ["0", "1", "1/2"].iter().map(|it| it.parse().expect("a number")).collect(),
        ..Settings::default()
    };
    let facts = system.discovered(&halved);
    let expected = system.interpretation(
        "(define-fun P ((x Real) (y Real)) Bool (and (>= x 0.0) (<= x 1.0) (>= y 0.5)))",
    );
    assert!(system.implies(&facts, &expected), "{}", print(&system.terms, facts.formulas()[0]));
}

#[test]
fn truth_values_count_as_numbers() {
    // x grows only as long as b holds, and b does not come back.
    let mut system = System::read(
        "(declare-fun P (Bool Int) Bool)
        (assert (P true 0))
        (assert (forall ((b Bool) (x Int)) (=> (and (P b x) b) (P b 0))))
        (assert (forall ((b Bool) (x Int)) (=> (P b x) (P false 1))))
        (assert (forall ((b Bool) (x Int)) (=> (and (P b x) b (> x 0)) false)))",
    );
    let verdict = system.proved(&Settings::default(), &mut Vec::new());
    assert!(matches!(verdict, Verdict::Safe(_)), "{verdict:?}");
}

#[test]
fn a_location_that_nothing_reaches_is_empty() {
    let mut system = System::read(
        "(declare-fun P (Int) Bool)
        (declare-fun Q (Int) Bool)
        (assert (P 0))
        (assert (forall ((x Int)) (=> (and (P x) (< x 10)) (P (+ x 1)))))
        (assert (forall ((x Int)) (=> (and (P x) (> x 10)) (Q x))))
        (assert (forall ((x Int)) (=> (Q x) (Q (+ x 1)))))
        (assert (forall ((x Int)) (=> (Q x) false)))",
    );
    let verdict = system.proved(&Settings::default(), &mut Vec::new());
    assert!(matches!(verdict, Verdict::Safe(_)), "{verdict:?}");
}

#[test]
fn what_is_known_is_made_use_of() {
    // The strengthening is given; with one sample allowed nothing else could be found.
    let mut system = System::read(PHASES);
    let known = system.interpretation(
        "(define-fun Up ((n Int) (x Int) (y Int)) Bool (and (= y 0) (<= x n) (>= x 0)))
        (define-fun Down ((n Int) (x Int) (y Int)) Bool (and (= (+ x y) n) (>= x 0)))",
    );
    let settings = Settings { samples: 0, ..Settings::default() };
    let mut events = Vec::new();
    let (verdict, facts) = prove(
        &mut system.terms,
        &system.horn,
        &known,
        &settings,
        &Budget::unlimited(),
        &mut |event| events.push(event),
    );
    assert!(matches!(verdict, Verdict::Safe(_)), "{verdict:?}");
    assert!(system.implies(&facts, &known));
    assert_eq!(events, []);
}

#[test]
fn limits_are_respected() {
    let mut system = System::read(PHASES);
    let known = Interpretation::top(&system.terms, &system.horn);
    let settings = Settings { template: Template::Polynomial { degree: 2 }, ..Settings::default() };
    for effort in [0, 10, 1_000, 20_000] {
        let budget = Budget::with_effort(Limits::none(), effort);
        let (verdict, _) =
            prove(&mut system.terms, &system.horn, &known, &settings, &budget, &mut |_| {});
        let is_met = matches!(verdict, Verdict::Unknown(HornUnknown::Budget(Exhausted::Effort)));
        assert!(is_met || effort > 10, "{effort}: {verdict:?}");
    }
    let budget = Budget::new(Limits::none().with_interrupt(Arc::new(AtomicBool::new(true))));
    let facts = discover(&mut system.terms, &system.horn, &known, &settings, &budget, &mut |_| {});
    assert_eq!(facts, known);
    let (verdict, _) =
        prove(&mut system.terms, &system.horn, &known, &settings, &budget, &mut |_| {});
    assert!(matches!(verdict, Verdict::Unknown(HornUnknown::Budget(Exhausted::Interrupt))));
}
