//! What is too large, or takes too long: nothing is decided, and that is told apart from a rejection.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use buttress_budget::{Budget, Exhausted, Limits};
use buttress_checker::pi::{PiRejection, check_proof, check_within};
use buttress_logic::{Sort, Terms};
use buttress_numeric::Rational;

use super::{
    ENDLESS, ENDLESS_EVIDENCE, STEPS, STEPS_EVIDENCE, bundle, check_rejected, damaged, judge,
};

fn interrupted() -> Budget {
    Budget::new(Limits::none().with_interrupt(Arc::new(AtomicBool::new(true))))
}

#[test]
fn an_interrupt_decides_nothing() {
    for (program, evidence) in [(STEPS, STEPS_EVIDENCE), (ENDLESS, ENDLESS_EVIDENCE)] {
        let rejection = check_within(program.as_bytes(), evidence.as_bytes(), &interrupted());
        let rejection = rejection.expect_err("interrupted");
        assert_eq!(rejection, PiRejection::Exhausted(Exhausted::Interrupt));
        assert!(rejection.is_limit() && !rejection.is_about_input());
        assert_eq!(rejection.to_string(), "nothing was decided: interrupted");
        let plenty = Budget::unlimited();
        assert!(check_within(program.as_bytes(), evidence.as_bytes(), &plenty).is_ok());
    }
    // A run without violation is no rejection if it was cut short.
    let program =
        "@pre true @post true int f(int n) { while @ true (true) { n := n + 1; } return n; }\n";
    let evidence = bundle(program, "run f(1)\n");
    let rejection = check_within(program.as_bytes(), evidence.as_bytes(), &interrupted());
    assert_eq!(rejection.expect_err("interrupted"), PiRejection::Exhausted(Exhausted::Interrupt));
}

/// Structs of structs double the terms of a value.
#[test]
fn conditions_that_are_too_large_are_not_made() {
    let mut program = "struct S0 { int a; int b; }\n".to_owned();
    for level in 1..12 {
        let below = level - 1;
        program += &format!("struct S{level} {{ S{below} a; S{below} b; }}\n");
    }
    program += "@pre true @post true int Size(S11 s) { return 1; }\n";
    let rejection = judge(&program, &bundle(&program, "function Size 0\n")).expect_err("too large");
    assert_eq!(rejection.to_string(), "the conditions of `Size` are too large to be checked");
    assert!(rejection.is_limit() && !rejection.is_about_input());
    // What is not asked about is not made.
    assert!(judge(&program, &bundle(&program, "")).is_ok());
}

#[test]
fn a_proof_with_a_number_that_is_too_large_decides_nothing() {
    let old = "t 1 c1\nt 2 0\nt 3 (= @2 @1)\na 1 3 0 input\nt 4 (<= @2 @1)\na 2 -4 0 input\na 3 -3 4 0 arith l1 1 round ; e2=1 -1";
    let digits = "9".repeat(400_000);
    let evidence = damaged(STEPS_EVIDENCE, old, &old.replace("l1 1", &format!("l1 {digits}")));
    let rejection = judge(STEPS, &evidence).expect_err("too large");
    assert!(rejection.is_limit(), "{rejection}");
    // A proof that is wrong is another matter.
    let evidence = damaged(STEPS_EVIDENCE, old, &old.replace("e2=1 -1", "e2=1 -2"));
    check_rejected(
        STEPS,
        &evidence,
        "condition 1 of `Up`: clause 3 (line 26): arith: line 1 does not cancel c1",
    );
    assert!(!judge(STEPS, &evidence).expect_err("wrong").is_limit());
}

/// A proof by itself, over formulas that were taken out of a program.
#[test]
fn a_proof_of_one_condition() {
    let mut terms = Terms::new();
    let function = terms.declare_function("x", &[], Sort::INT);
    let x = terms.apply(function, &[]);
    let [low, high] = [2, 3].map(|value| terms.numeral(&Rational::from(value), Sort::INT));
    let below = terms.less(x, high);
    let above = terms.less(low, x);
    let (terms, formulas) = terms.extract(&[below, above]);
    let proof = "t 1 (< c0 3)\nt 2 (< 2 c0)\na 1 1 0 input\na 2 2 0 input\n\
        a 3 -1 -2 0 arith l0 1 round ; l1 1 d0 1\nl 4 0 1 2 3 0\n";
    assert_eq!(check_proof(terms.clone(), &formulas, proof.as_bytes()), Ok(4));
    for (old, new) in [("d0 1", "d0 2"), ("l 4 0 1 2 3 0\n", ""), ("(< 2 c0)", "(< 3 c0)")] {
        let wrong = damaged(proof, old, new);
        assert!(check_proof(terms.clone(), &formulas, wrong.as_bytes()).is_err());
    }
    assert!(check_proof(terms, &formulas[..1], proof.as_bytes()).is_err());
}
