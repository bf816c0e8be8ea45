//! The worked examples of the thesis: Simple, S₁, S₂ and Sqrt.

use super::system::System;
use buttress_affine::{Settings, StrengtheningEvent, Template};
use buttress_horn::Verdict;
use buttress_logic::{Term, print};

const SIMPLE: &str = "
(declare-fun P (Int Int) Bool)
(assert (forall ((j Int) (k Int)) (=> (and (= j 2) (= k 0)) (P j k))))
(assert (forall ((j Int) (k Int)) (=> (P j k) (P (+ j 4) k))))
(assert (forall ((j Int) (k Int)) (=> (P j k) (P (+ j 2) (+ k 1)))))
";

fn seeded(seed: u64) -> Settings {
    Settings { seed, ..Settings::default() }
}

/// Proves the system with every seed; the facts must imply what is expected.
fn check_safe(text: &str, settings: impl Fn(u64) -> Settings, expected: &str) {
    for seed in 0..4 {
        let mut system = System::read(text);
        let verdict = system.proved(&settings(seed), &mut Vec::new());
        let Verdict::Safe(facts) = verdict else { panic!("seed {seed}: {verdict:?}") };
        let expected = system.interpretation(expected);
        let shown = print(&system.terms, facts.formulas()[0]);
        assert!(system.implies(&facts, &expected), "seed {seed}: {shown}");
    }
}

#[test]
fn simple_is_described_by_two_inequalities() {
    for seed in 0..4 {
        let mut system = System::read(SIMPLE);
        let facts = system.discovered(&seeded(seed));
        // The strongest conjunctive affine invariant; nothing is said twice.
        let expected = "(define-fun P ((j Int) (k Int)) Bool (and (>= k 0) (>= j (+ (* 2 k) 2))))";
        let expected = system.interpretation(expected);
        let shown = print(&system.terms, facts.formulas()[0]);
        assert!(system.implies(&facts, &expected), "seed {seed}: {shown}");
        assert!(system.implies(&expected, &facts), "seed {seed}: {shown}");
        assert_eq!(system.terms.arguments(facts.formulas()[0]).len(), 2, "seed {seed}: {shown}");
    }
}

#[test]
fn simple_needs_a_strengthening() {
    // j ≠ 7 ∨ k < 3 follows from j ≥ 2k + 2, and is not inductive.
    let query = "(assert (forall ((j Int) (k Int)) (=> (and (P j k) (= j 7) (>= k 3)) false)))";
    check_safe(
        &format!("{SIMPLE}{query}"),
        seeded,
        "(define-fun P ((j Int) (k Int)) Bool
        (not (and (= j 7) (>= k 3))))",
    );
}

#[test]
fn the_property_of_s1_is_inductive() {
    let s1 = "(declare-fun P (Int) Bool)
        (assert (forall ((x Int)) (=> (>= x 0) (P x))))
        (assert (forall ((x Int) (y Int)) (=> (and (P x) (or (= y 0) (> y x))) (P y))))
        (assert (forall ((x Int)) (=> (and (P x) (< x 0)) false)))";
    let mut system = System::read(s1);
    let mut events = Vec::new();
    let verdict = system.proved(&Settings::default(), &mut events);
    assert!(matches!(verdict, Verdict::Safe(_)));
    assert_eq!(events, [], "no state needs to be excluded");
}

#[test]
fn the_property_of_s2_needs_an_upper_bound() {
    let s2 = "(declare-fun P (Int) Bool)
        (assert (forall ((x Int)) (=> (= x (- 1)) (P x))))
        (assert (forall ((x Int)) (=> (P x) (P (- x)))))
        (assert (forall ((x Int)) (=> (and (P x) (< x (- 1))) false)))";
    check_safe(s2, seeded, "(define-fun P ((x Int)) Bool (and (<= (- 1) x) (<= x 1)))");
}

#[test]
fn the_property_of_s1_with_a_bound_is_violated() {
    // x = 101 is a first state.
    let mut system = System::read(
        "(declare-fun P (Int) Bool)
        (assert (forall ((x Int)) (=> (>= x 0) (P x))))
        (assert (forall ((x Int) (y Int)) (=> (and (P x) (or (= y 0) (> y x))) (P y))))
        (assert (forall ((x Int)) (=> (and (P x) (> x 100)) false)))",
    );
    let verdict = system.proved(&Settings::default(), &mut Vec::new());
    let Verdict::Unsafe(derivation) = verdict else { panic!("{verdict:?}") };
    assert_eq!(derivation.steps.len(), 2);
}

const SQRT: &str = "
(declare-fun P (Int Int Int Int) Bool)
(assert (forall ((x Int)) (=> (>= x 1) (P 1 1 x 0))))
(assert (forall ((u Int) (w Int) (x Int) (z Int))
  (=> (and (P u w x z) (<= w x)) (P (+ u 2) (+ w u 2) x (+ z 1)))))
(define-fun property ((w Int) (x Int) (z Int)) Bool
  (and (=> (<= w x) (<= (* (+ z 1) (+ z 1)) x)) (=> (> w x) (< x (* (+ z 1) (+ z 1))))))
(assert (forall ((u Int) (w Int) (x Int) (z Int)) (=> (and (P u w x z) (not (property w x z))) false)))
";

fn quadratic(seed: u64) -> Settings {
    Settings { template: Template::Polynomial { degree: 2 }, ..seeded(seed) }
}

#[test]
fn sqrt_is_proved_with_quadratic_templates() {
    for seed in 0..6 {
        let mut system = System::read(SQRT);
        let mut events = Vec::new();
        let verdict = system.proved(&quadratic(seed), &mut events);
        let Verdict::Safe(facts) = verdict else { panic!("seed {seed}: {verdict:?}") };
        // u = 1 + 2z is linear; 4w = (u + 1)² is found in one of its forms.
        let linear = system.interpretation(
            "(define-fun P ((u Int) (w Int) (x Int) (z Int)) Bool (= u (+ 1 (* 2 z))))",
        );
        assert!(system.implies(&facts, &linear));
        let found: Vec<Term> = events
            .iter()
            .filter_map(|event| match event {
                StrengtheningEvent::Fact { formula, .. } => Some(*formula),
                StrengtheningEvent::Sample { .. } => None,
            })
            .collect();
        assert!(found.len() >= 2);
    }
}

#[test]
fn monomials_can_be_listed() {
    // u, z, w, z²: all that Sqrt needs.
    let template = Template::Monomials(vec![vec![0], vec![3], vec![1], vec![3, 3]]);
    let settings = Settings { template, ..Settings::default() };
    let mut system = System::read(SQRT);
    let verdict = system.proved(&settings, &mut Vec::new());
    assert!(matches!(verdict, Verdict::Safe(_)), "{verdict:?}");
}
