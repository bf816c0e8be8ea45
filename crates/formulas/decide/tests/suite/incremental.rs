//! Assertions that come and go.

use buttress_budget::{Budget, Limits};
use buttress_decide::{Settings, Solver, Verdict};
use buttress_formats::smtlib::{Reader, Script};
use buttress_logic::{Term, Terms};
use buttress_prop::Random;
use buttress_testkit::{MIXES, formula};

use crate::{Run, answers};

#[test]
fn levels_and_assumptions() {
    let script = "
(declare-const x Int) (declare-const y Int) (declare-fun f (Int) Int)
(assert (< x y))
(check-sat)
(push 1) (assert (< y x)) (check-sat) (pop 1)
(check-sat)
(check-sat-assuming ((= x y)))
(check-sat-assuming ((not (= (f x) (f y)))))
(push 2) (assert (= (f x) 1)) (assert (= (f y) 2)) (check-sat) (pop 1) (assert (< y (+ x 1))) (check-sat)
(pop 1) (check-sat)";
    assert_eq!(answers(script), "sat unsat sat unsat sat sat unsat sat");
}

#[test]
fn assumptions_that_contradict_each_other() {
    let script = "(declare-const p Bool) (declare-const q Bool) (assert (=> p q))
(check-sat-assuming (p (not p))) (check-sat-assuming (p (not q))) (check-sat-assuming (p q))";
    assert_eq!(answers(script), "unsat unsat sat");
}

#[test]
fn an_interrupted_check_can_be_asked_again() {
    let script = "
(declare-const x Int) (declare-const y Int) (declare-const z Int)
(assert (and (<= 0 x 50) (<= 0 y 50) (<= 0 z 50)))
(assert (= (+ (* 17 x) (* 19 y) (* 23 z)) 641))
(assert (distinct x y z)) (check-sat)";
    let mut run = Run::new(Budget::with_effort(Limits::none(), 0));
    let mut reader = Reader::of(script.as_bytes());
    while let Some(command) = reader.next_command() {
        run.step(&command.expect("well formed"));
    }
    assert!(run.answers[0].starts_with("unknown"), "{:?}", run.answers);
    run.budget = Budget::unlimited();
    run.check(&[]);
    let fresh = answers(script);
    assert_eq!(run.answers[1], fresh);
}

#[test]
fn an_assumption_that_is_gone_hinders_nobody() {
    let script = "(declare-fun f (Int) Int) (declare-const x Int) (declare-const p Bool)
(assert (or p (< (f x) 3)))
(check-sat-assuming ((forall ((n Int)) (< (f n) (f (+ n 1))))))
(check-sat)
(check-sat-assuming ((= (* x x) 2)))
(check-sat-assuming ((= (* x x x) (+ (* (f 0) (f 0)) 2)) (< 10 x)))
(check-sat)
(check-sat-assuming (p))";
    let answered = answers(script);
    assert!(answered.starts_with("unknown(outside"), "{answered}");
    assert!(answered.contains(") sat unsat unknown(nonlinear"), "{answered}");
    assert!(answered.ends_with(") sat sat"), "{answered}");
}

/// The assertions of a script.
fn assertions(text: &str) -> (Terms, Vec<Term>) {
    let (mut terms, mut script) = (Terms::new(), Script::new());
    let mut reader = Reader::of(text.as_bytes());
    while let Some(command) = reader.next_command() {
        let command = command.expect("the script is well formed");
        script.command(&mut terms, &command).expect("the script makes sense");
    }
    let formulas = script.assertions().iter().map(|assertion| assertion.formula).collect();
    (terms, formulas)
}

#[test]
fn what_is_gone_is_not_decided() {
    let text: String = (0..40)
        .map(|n| {
            format!("(declare-const p{n} Bool) (declare-const q{n} Bool) (assert (or p{n} q{n}))")
        })
        .collect();
    let (mut terms, formulas) = assertions(&text);
    let (stays, goes) = formulas.split_at(25);
    let mut solver = Solver::new(Settings::default());
    let mut decisions = |solver: &mut Solver| {
        let before = solver.stats().decisions;
        let verdict = solver.check(&mut terms, &[], &Budget::unlimited());
        assert!(matches!(verdict, Verdict::Sat(_)));
        solver.stats().decisions - before
    };
    stays.iter().for_each(|formula| solver.assert(*formula));
    let alone = decisions(&mut solver);
    solver.push();
    goes.iter().for_each(|formula| solver.assert(*formula));
    let together = decisions(&mut solver);
    solver.pop(1);
    assert!(together > alone, "{together} decisions for more, {alone} before");
    assert_eq!(decisions(&mut solver), alone, "as if nothing else had been asserted");
    // It comes back, and counts again.
    solver.push();
    goes.iter().for_each(|formula| solver.assert(*formula));
    assert_eq!(decisions(&mut solver), together);
}

/// The answer of a solver that knows nothing else.
fn fresh(terms: &mut Terms, formulas: &[Term], assumptions: &[Term]) -> &'static str {
    let mut solver = Solver::new(Settings::default());
    formulas.iter().for_each(|formula| solver.assert(*formula));
    word(&solver.check(terms, assumptions, &Budget::unlimited()))
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Sat(_) => "sat",
        Verdict::Unsat(_) => "unsat",
        Verdict::Unknown(_) => "unknown",
    }
}

#[test]
fn stacks_are_answered_as_if_they_were_new() {
    let (mut sat, mut unsat) = (0, 0);
    for mix in &MIXES {
        for seed in 0..12 {
            let text = formula(seed, mix);
            let (mut terms, mut formulas) = assertions(&text);
            // Halves of conjunctions, and opposites: what is asserted has much in common with what is gone.
            let parts: Vec<Term> =
                formulas.iter().flat_map(|formula| terms.arguments(*formula).to_vec()).collect();
            let is_formula =
                |terms: &Terms, term: &Term| terms.sort_of(*term) == buttress_logic::Sort::BOOL;
            formulas.extend(parts.into_iter().filter(|part| is_formula(&terms, part)));
            let opposites: Vec<Term> = formulas.iter().map(|formula| terms.not(*formula)).collect();
            formulas.extend(opposites);
            let mut dice = Random::new(seed);
            let mut solver = Solver::new(Settings::default());
            let mut stack: Vec<Vec<Term>> = vec![Vec::new()];
            for _ in 0..25 {
                let formula = formulas[dice.below(formulas.len())];
                match dice.below(6) {
                    0 | 1 => {
                        solver.push();
                        solver.assert(formula);
                        stack.push(vec![formula]);
                    }
                    2 if stack.len() > 1 => {
                        solver.pop(1);
                        stack.pop();
                    }
                    3 if stack.len() > 1 => {
                        solver.assert(formula);
                        stack.last_mut().expect("there is a level").push(formula);
                    }
                    choice => {
                        let assumptions = if choice == 5 { vec![formula] } else { Vec::new() };
                        let asserted = stack.concat();
                        let verdict = solver.check(&mut terms, &assumptions, &Budget::unlimited());
                        let expected = fresh(&mut terms, &asserted, &assumptions);
                        assert_eq!(word(&verdict), expected, "{}, seed {seed}\n{text}", mix.name);
                        sat += u32::from(expected == "sat");
                        unsat += u32::from(expected == "unsat");
                    }
                }
            }
        }
    }
    assert!(sat > 100 && unsat > 100, "too few to compare: {sat} sat, {unsat} unsat");
}
