//! What becomes of small systems.

use buttress_formats::chc;
use buttress_logic::Terms;
use buttress_numbers_reduce::Settings;

use crate::{Outcome, check, read_and_reduce};

/// Compares the small system with what is expected, and checks that its verdict maps back.
fn check_small(text: &str, expected: &str, outcome: Outcome) {
    let mut terms = Terms::new();
    let (_, reduced) = read_and_reduce(&mut terms, text, &Settings::default());
    let written = chc::write(&mut terms, &reduced.horn);
    assert_eq!(written.trim(), expected.trim(), "\n{written}");
    assert_eq!(check(text, &Settings::default()), outcome);
}

#[test]
fn what_lies_between_loop_heads_becomes_one_clause() {
    check_small(
        "(set-logic HORN)
         (declare-fun start (Int) Bool) (declare-fun loop (Int) Bool)
         (declare-fun middle (Int) Bool) (declare-fun end (Int) Bool)
         (assert (forall ((x Int)) (=> (= x 0) (start x))))
         (assert (forall ((x Int)) (=> (start x) (loop x))))
         (assert (forall ((x Int) (y Int)) (=> (and (loop x) (< x 4) (= y (+ x 1))) (middle y))))
         (assert (forall ((x Int) (y Int)) (=> (and (middle x) (= y (+ x 1))) (loop y))))
         (assert (forall ((x Int)) (=> (and (loop x) (not (< x 4))) (end x))))
         (assert (forall ((x Int)) (=> (and (end x) (> x 4)) false)))",
        "(set-logic HORN)
(declare-fun loop (Int) Bool)
(assert (=> true (loop 0)))
(assert (forall ((x Int)) (=> (and (loop x) (< x 4)) (loop (+ x 2)))))
(assert (forall ((x Int)) (=> (and (loop x) (< 4 x)) false)))
(check-sat)",
        Outcome::Safe,
    );
}

#[test]
fn arguments_that_do_not_matter_are_dropped_and_come_back_in_derivations() {
    check_small(
        "(set-logic HORN)
         (declare-fun p (Int Int Int Int) Bool)
         (assert (forall ((c Int)) (=> true (p 0 c 7 0))))
         (assert (forall ((x Int) (c Int) (k Int) (y Int))
           (=> (and (p x c k y) (< x 3)) (p (+ x 1) (+ c x) k (+ y 1)))))
         (assert (forall ((x Int) (c Int) (k Int) (y Int))
           (=> (and (p x c k y) (= (+ x y k) 13)) false)))",
        "(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (=> true (p 0)))
(assert (forall ((x Int)) (=> (and (p x) (< x 3)) (p (+ x 1)))))
(assert (forall ((x Int)) (=> (and (p x) (= 3 x)) false)))
(check-sat)",
        Outcome::Unsafe,
    );
}

#[test]
fn what_is_never_derived_is_false_and_what_is_never_asked_is_true() {
    check_small(
        "(set-logic HORN)
         (declare-fun p (Int) Bool) (declare-fun q (Int) Bool) (declare-fun r (Int) Bool)
         (assert (forall ((x Int)) (=> (and (p x) (> x 0)) (q x))))
         (assert (forall ((x Int)) (=> (q x) false)))
         (assert (forall ((x Int)) (=> true (r x))))",
        "(set-logic HORN)
(check-sat)",
        Outcome::Safe,
    );
}

#[test]
fn a_choice_between_loops_keeps_its_predicate() {
    check_small(
        "(set-logic HORN)
         (declare-fun p (Int) Bool) (declare-fun q (Int) Bool)
         (assert (forall ((x Int)) (=> (= x 0) (p x))))
         (assert (forall ((x Int) (y Int)) (=> (and (p x) (< x y) (< y 3)) (q y))))
         (assert (forall ((x Int) (y Int)) (=> (and (q x) (< x y) (< y 4)) (p y))))
         (assert (forall ((x Int)) (=> (and (p x) (> x 5)) false)))",
        "(set-logic HORN)
(declare-fun p (Int) Bool)
(declare-fun q (Int) Bool)
(assert (=> true (p 0)))
(assert (forall ((x Int) (y Int)) (=> (and (p x) (and (< x y) (< y 3))) (q y))))
(assert (forall ((x Int) (y Int)) (=> (and (q x) (and (< x y) (< y 4))) (p y))))
(assert (forall ((x Int)) (=> (and (p x) (< 5 x)) false)))
(check-sat)",
        Outcome::Safe,
    );
}

#[test]
fn premises_keep_their_order_when_one_of_them_is_resolved_away() {
    check_small(
        "(set-logic HORN)
         (declare-fun fact (Int) Bool) (declare-fun pair (Int) Bool)
         (declare-fun up (Int) Bool) (declare-fun down (Int) Bool)
         (assert (fact 1))
         (assert (up 0))
         (assert (forall ((x Int)) (=> (and (up x) (< x 3)) (up (+ x 1)))))
         (assert (down 3))
         (assert (forall ((x Int)) (=> (and (down x) (< 0 x)) (down (- x 1)))))
         (assert (forall ((x Int) (y Int)) (=> (and (up x) (down y) (= x (+ y 1))) (pair x))))
         (assert (forall ((x Int) (y Int) (z Int))
           (=> (and (fact x) (pair y) (down z) (= (+ x y) (+ z 4))) false)))",
        "(set-logic HORN)
(declare-fun up (Int) Bool)
(declare-fun down (Int) Bool)
(assert (=> true (up 0)))
(assert (forall ((x Int)) (=> (and (up x) (< x 3)) (up (+ x 1)))))
(assert (=> true (down 3)))
(assert (forall ((x Int)) (=> (and (down x) (< 0 x)) (down (+ x (- 1))))))
(assert (forall ((z Int) (x Int) (y Int)) (=> (and (up x) (down y) (down z) (and (= x (+ y 1)) (= x (+ z 3)))) false)))
(check-sat)",
        Outcome::Unsafe,
    );
}
