//! Assertions that come and go.

use buttress_budget::{Budget, Limits};
use buttress_formats::smtlib::Reader;

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
