//! Models are evaluated on every assertion and assumption.

use buttress_checker::smt::{Answer, Sat, SmtChecker};

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
    let model = format!("; buttress model of check {check}\n(\n{definitions}\n)\n");
    match SmtChecker::new(SCRIPT.as_bytes()).check(model.as_bytes()) {
        Ok(checked) => {
            assert_eq!(checked.property(), check);
            let Answer::Sat(Sat { definitions, formulas }) = checked.claim() else {
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
fn quantifiers_are_refused() {
    let found = verdict(3, &format!("{X} {F} {MORE}"));
    assert_eq!(found, "assertion 6: cannot evaluate quantifiers");
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
