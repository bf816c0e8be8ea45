//! Powers with constant exponents.

use super::{replies, says};

#[test]
fn powers_are_products() {
    says(
        "(declare-const x Int) (assert (= (^ x 3) (- 27))) (check-sat) (get-value (x))
         (assert (distinct ((_ ^ 2) x) 9)) (check-sat)",
        "sat\n((x (- 3)))\nunsat",
    );
    says(
        "(set-logic QF_NRA) (declare-const r Real) (assert (= (pow r 2) (/ 1 4))) (assert (< r 0))
         (check-sat) (get-value (r (^ r 1) (^ 2 10)))",
        "sat\n((r (- (/ 1.0 2.0)))\n ((^ r 1) (- (/ 1.0 2.0)))\n ((^ 2 10) 1024.0))",
    );
    says("(declare-fun pow (Int) Int) (assert (= (pow 2) 3)) (check-sat)", "sat");
}

#[test]
fn what_is_no_product_is_refused() {
    for (term, words) in [
        ("(^ x 0)", "0 to the power of 0"),
        ("(^ x x)", "the exponent must be a numeral"),
        ("(^ x (- 1))", "the exponent must be a numeral"),
        ("(^ x 65)", "64 at most"),
        ("((_ ^ 65) x)", "64 at most"),
        ("(^ true 2)", "expected a number"),
    ] {
        let text = replies(&format!("(declare-const x Int) (assert (= 1 {term}))")).text;
        assert!(text.contains(words), "{term}: {text}");
    }
}
