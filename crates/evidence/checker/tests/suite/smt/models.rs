//! Models are evaluated on every assertion and assumption.

use buttress_checker::smt::{Sat, SmtChecker, SmtVerdict};

const SCRIPT: &str = "(declare-sort U 0) (declare-const x Int) (declare-const u Real)
(declare-fun f (Int) Int) (declare-const a U) (declare-const b U)
(declare-datatype List ((nil) (cons (head Int) (tail List)))) (declare-const l List)
(declare-const m (Array Int Int))
(assert (< 2 x)) (assert (= (f x) (- (f 0)))) (assert (not (= (f x) 0)))
(check-sat)
(assert (not (= a b))) (assert (= (select m x) (head l)))
(check-sat-assuming ((= (/ u 0.0) 1.5) (= (head nil) 4)))
(assert (forall ((y Int)) (= (f y) (f y))))
(check-sat)\n";

fn verdict(check: usize, definitions: &str) -> String {
    verdict_of(SCRIPT, check, definitions)
}

fn verdict_of(script: &str, check: usize, definitions: &str) -> String {
    let model = format!("; buttress model of check {check}\n(\n{definitions}\n)\n");
    match SmtChecker::new(script.as_bytes()).check(model.as_bytes()) {
        Ok(checked) => {
            assert_eq!(checked.property(), check);
            let SmtVerdict::Sat(Sat { definitions, formulas, .. }) = checked.claim() else {
                panic!("a model shows sat")
            };
            format!("{definitions} definitions, {formulas} formulas")
        }
        Err(rejection) => rejection.to_string(),
    }
}

const F: &str = "(define-fun f ((n Int)) Int (ite (= n 0) 1 (- 1)))";
const X: &str = "(define-fun x () Int 3)";
const MORE: &str = "(define-fun a () U (as @1 U)) (define-fun b () U (as @0 U))
(define-fun m () (Array Int Int) (store ((as const (Array Int Int)) 0) 3 7))
(define-fun l () List (cons 7 nil)) (define-fun u () Real (/ 1.0 2.0))
(define-fun @/0 ((x Real)) Real (+ x 1.0)) (define-fun |@sel:head| ((l List)) Int 4)";

#[test]
fn models_of_the_first_check() {
    assert_eq!(verdict(1, &format!("{X} {F}")), "2 definitions, 3 formulas");
    assert_eq!(verdict(1, F), "assertion 1 is false in the model");
    assert_eq!(verdict(1, X), "assertion 3 is false in the model");
    let small = X.replace('3', "2");
    assert_eq!(verdict(1, &format!("{small} {F}")), "assertion 1 is false in the model");
    let other = F.replace("(- 1)", "1");
    assert_eq!(verdict(1, &format!("{X} {other}")), "assertion 2 is false in the model");
}

#[test]
fn models_of_the_second_check() {
    assert_eq!(verdict(2, &format!("{X} {F} {MORE}")), "9 definitions, 7 formulas");
    for (part, replacement, expected) in [
        ("(as @1 U)", "(as @0 U)", "assertion 4 is false in the model"),
        ("3 7)", "4 7)", "assertion 5 is false in the model"),
        ("(+ x 1.0)", "x", "assumption 1 is false in the model"),
        ("Int 4)", "Int 5)", "assumption 2 is false in the model"),
    ] {
        let damaged = MORE.replace(part, replacement);
        assert_eq!(verdict(2, &format!("{X} {F} {damaged}")), expected, "{replacement}");
    }
}

#[test]
fn models_of_the_third_check() {
    assert_eq!(verdict(3, &format!("{X} {F} {MORE}")), "9 definitions, 6 formulas");
    let script = "(declare-const x Int) (assert (forall ((y Int)) (<= 0 (* y y)))) (check-sat)";
    let found = verdict_of(script, 1, X);
    assert_eq!(
        found,
        "assertion 1: a quantified formula or lambda is of a form that cannot be evaluated"
    );
}

/// Sorted from 0 to 9 with an element between, of a sort with three elements, and a function that
/// has no fixed point.
const QUANTIFIED: &str = "(declare-const a (Array Int Int)) (declare-const k Int)
(declare-sort U 0) (declare-fun g (U) U) (declare-const u U)
(assert (forall ((i Int) (j Int)) (=> (and (<= 0 i) (<= i j) (< j 10))
                                     (<= (select a i) (select a j)))))
(assert (forall ((i Int)) (=> (not (and (<= 0 i) (< i 10))) (= (select a i) k))))
(assert (exists ((i Int)) (and (< 0 i) (< (select a 0) (select a i) (select a 9)))))
(assert (forall ((x U)) (not (= (g x) x))))
(assert (exists ((x U) (y U)) (distinct x y u)))
(assert (forall ((x U)) (exists ((y U)) (= (g y) x))))
(check-sat)\n";

const INTERVALS: &str = "(define-fun a () (Array Int Int) (lambda ((i Int))
  (ite (< i 0) 7 (ite (< i 3) 1 (ite (< i 8) 2 (ite (< i 10) 5 7))))))
(define-fun k () Int 7) (define-fun u () U (as @0 U))
(define-fun g ((x U)) U (ite (= x (as @0 U)) (as @1 U) (ite (= x (as @1 U)) (as @2 U) (as @0 U))))
(forall ((x U)) (or (= x (as @0 U)) (= x (as @1 U)) (= x (as @2 U))))";

#[test]
fn quantified_assertions_are_evaluated() {
    assert_eq!(verdict_of(QUANTIFIED, 1, INTERVALS), "4 definitions, 6 formulas");
    for (part, replacement, expected) in [
        ("(< i 8) 2", "(< i 8) 6", "assertion 1 is false in the model"),
        ("(< i 8) 2", "(< i 8) 5", "assertion 3 is false in the model"),
        ("(< i 8) 2", "(< i 8) 1", "assertion 3 is false in the model"),
        ("(< i 10) 5", "(< i 11) 5", "assertion 2 is false in the model"),
        ("(< i 0) 7", "(< i 0) 8", "assertion 2 is false in the model"),
        ("k () Int 7", "k () Int 6", "assertion 2 is false in the model"),
        ("(as @1 U) (ite", "(as @0 U) (ite", "assertion 4 is false in the model"),
        ("(as @2 U))))", "(as @2 U)) (= x (as @3 U))))", "assertion 6 is false in the model"),
        (
            " (= x (as @2 U))))",
            "))",
            "the model cannot be read: line 7:1: a definition mentions an element that is not \
             listed here",
        ),
        (
            "(= x (as @1 U)) (= x (as @2 U))))",
            "(= x (as @2 U))))",
            "the model cannot be read: line 7:1: expected all elements of an uninterpreted sort, \
             from `@0` on",
        ),
    ] {
        let damaged = INTERVALS.replacen(part, replacement, 1);
        let found = verdict_of(QUANTIFIED, 1, &damaged);
        assert!(damaged != INTERVALS && found.starts_with(expected), "{replacement}: {found}");
    }
}

#[test]
fn malformed_models_are_refused() {
    for (definitions, expected) in [
        ("(define-fun z () Int 3)", "`z` is not declared"),
        ("(define-fun x () Real 3.0)", "`x` has other sorts than in its declaration"),
        ("(define-fun x () Int 3) (define-fun x () Int 3)", "`x` is defined twice"),
        ("(define-fun x () Int 3", "the model cannot be read: "),
        ("(define-fun x () Int (f 0))", "cannot mention the function `f`"),
        ("(define-fun x () Int x)", "cannot mention the function `x`"),
        ("(declare-const x Int)", "expected `define-fun`"),
        ("(define-fun nil () List nil)", "`nil` is not declared"),
    ] {
        let found = verdict(1, definitions);
        assert!(found.starts_with("the model cannot be read: "), "{definitions}: {found}");
        assert!(found.contains(expected), "{definitions}: {found}");
    }
}
