//! What is more than the checker can, or may, do is told apart from what is wrong.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use buttress_budget::{Exhausted, Limits};
use buttress_checker::EvaluationFailure;
use buttress_checker::smt::{SmtChecker, SmtRejection};

const SCRIPT: &str =
    "(declare-const x Int) (assert (< x 3)) (check-sat) (assert (< 2 x)) (check-sat)";

const MODEL: &str = "; buttress model of check 1\n((define-fun x () Int 2))\n";

const PROOF: &str = "p buttress-smt-proof 1 2\nt 1 (< x 3)\nt 2 (< 2 x)\na 1 1 0 input\n\
    a 2 2 0 input\na 3 -1 -2 0 arith l0 1 round ; l1 1 d0 1\nl 4 0 1 2 3 0\n";

fn rejection(script: &str, evidence: &str) -> SmtRejection {
    SmtChecker::new(script.as_bytes()).check(evidence.as_bytes()).expect_err("rejected")
}

#[test]
fn an_interrupt_decides_nothing() {
    for evidence in [MODEL, PROOF] {
        let checker = SmtChecker::new(SCRIPT.as_bytes()).with_limits(Limits::none());
        assert!(checker.check(evidence.as_bytes()).is_ok());
        let interrupt = Limits::none().with_interrupt(Arc::new(AtomicBool::new(true)));
        let rejection = checker.with_limits(interrupt).check(evidence.as_bytes());
        let rejection = rejection.expect_err("interrupted");
        assert!(rejection.is_limit() && !rejection.is_undecided(), "{rejection}");
        assert!(rejection.to_string().ends_with("interrupted"), "{rejection}");
    }
}

#[test]
fn a_number_that_is_too_large_decides_nothing() {
    let long = PROOF.replace("l0 1", &format!("l0 {}", "9".repeat(400_000)));
    assert!(rejection(SCRIPT, &long).is_limit());
    let wrong = PROOF.replace("d0 1", "d0 2");
    assert!(!rejection(SCRIPT, &wrong).is_limit());
    let open = PROOF.replace("l 4 0 1 2 3 0\n", "");
    assert!(!rejection(SCRIPT, &open).is_limit());
}

/// A formula without a value is no evidence; it may be true all the same if a limit was met.
#[test]
fn a_value_that_was_not_found_is_not_a_value_that_is_wrong() {
    let false_model = MODEL.replace("Int 2", "Int 3");
    assert!(!rejection(SCRIPT, &false_model).is_limit());
    // No finitely many values are known to stand for all.
    let cubes = "(declare-const x Int) (assert (forall ((y Int)) (not (= (* y y y) (+ x (* y y)))))) (check-sat)";
    let beyond = rejection(cubes, MODEL);
    assert!(
        matches!(beyond, SmtRejection::NoValue { error: EvaluationFailure::Quantifier, .. }),
        "{beyond}"
    );
    assert!(beyond.is_limit());
    // A definition that makes use of itself has no value, whoever looks.
    let circular = "; buttress model of check 1\n((define-fun x () Int (+ x 1)))\n";
    let rejection = rejection(SCRIPT, circular);
    assert!(!rejection.is_limit(), "{rejection}");
}

#[test]
fn which_failures_are_limits() {
    use EvaluationFailure as Failure;
    let interrupt = Failure::Exhausted(Exhausted::Interrupt);
    for failure in [Failure::Quantifier, Failure::Limit, Failure::Digits, Failure::Depth, interrupt]
    {
        assert!(failure.is_limit(), "{failure}");
    }
    for failure in [
        Failure::Unbound,
        Failure::Circular,
        Failure::Arity,
        Failure::OutsideUniverse,
        Failure::IllSorted,
        Failure::NoMeaning,
    ] {
        assert!(!failure.is_limit(), "{failure}");
    }
}
