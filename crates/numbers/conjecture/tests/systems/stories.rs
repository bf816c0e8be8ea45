//! Small systems of each kind, and what is found of them.

use crate::common::{check_safe, check_unsafe, read, refutes};
use buttress_budget::{Budget, Limits};
use buttress_conjecture::{Settings, discover, prove};
use buttress_horn::{HornUnknown, Interpretation, PredicateId, Verdict};
use buttress_logic::print;

#[test]
fn a_counter_stays_below_its_limit() {
    check_safe(
        "(declare-fun inv (Int Int) Bool)
         (assert (forall ((x Int) (n Int)) (=> (and (= x 0) (>= n 0)) (inv x n))))
         (assert (forall ((x Int) (n Int)) (=> (and (inv x n) (< x n)) (inv (+ x 1) n))))
         (assert (forall ((x Int) (n Int)) (=> (and (inv x n) (>= x n) (not (= x n))) false)))",
    );
}

#[test]
fn an_equation_between_three_variables() {
    check_safe(
        "(declare-fun inv (Int Int Int) Bool)
         (assert (forall ((n Int)) (inv 0 n n)))
         (assert (forall ((x Int) (y Int) (n Int)) (=> (and (inv x y n) (> y 0)) (inv (+ x 1) (- y 1) n))))
         (assert (forall ((x Int) (y Int) (n Int)) (=> (and (inv x y n) (= y 0) (not (= x n))) false)))",
    );
}

#[test]
fn a_sum_of_two_variables_and_a_limit_in_two_loops() {
    // What the second loop needs is a form of three variables that it leaves alone.
    check_safe(
        "(declare-fun up (Int Int) Bool)
         (declare-fun down (Int Int Int) Bool)
         (assert (forall ((n Int) (k Int)) (=> (>= n 1) (up n k))))
         (assert (forall ((n Int) (k Int)) (=> (and (up n k) (<= k n)) (up n (+ k 7)))))
         (assert (forall ((n Int) (k Int)) (=> (and (up n k) (> k n)) (down 0 k n))))
         (assert (forall ((j Int) (k Int) (n Int)) (=> (and (down j k n) (< j n)) (down (+ j 1) (- k 1) n))))
         (assert (forall ((j Int) (k Int) (n Int)) (=> (and (down j k n) (>= j n) (< k 0)) false)))",
    );
}

#[test]
fn parity_is_a_congruence() {
    check_safe(
        "(declare-fun inv (Int) Bool)
         (assert (inv 4))
         (assert (forall ((x Int)) (=> (inv x) (inv (+ x 6)))))
         (assert (forall ((x Int)) (=> (inv (- x 6)) (inv (- x 10)))))
         (assert (forall ((x Int)) (=> (and (inv x) (= x 10001)) false)))",
    );
}

#[test]
fn phases_have_equations_of_their_own() {
    check_safe(
        "(declare-fun inv (Int Int) Bool)
         (assert (inv 0 5000))
         (assert (forall ((x Int) (y Int)) (=> (inv x y) (inv (+ x 1) (ite (>= x 5000) (+ y 1) y)))))
         (assert (forall ((x Int) (y Int)) (=> (and (inv x y) (= x 10000) (not (= y x))) false)))",
    );
    check_safe(
        "(declare-fun inv (Int Int) Bool)
         (assert (inv 0 0))
         (assert (forall ((x Int) (y Int)) (=> (inv x y)
           (inv (+ x 1) (ite (< x 40) (+ y 1) (ite (< x 50) (+ y 4) (ite (< x 60) (- y 4) (- y 1))))))))
         (assert (forall ((x Int) (y Int)) (=> (and (inv x y) (= x 100) (not (= y 0))) false)))",
    );
}

#[test]
fn truth_values_choose_the_phase() {
    check_safe(
        "(declare-fun inv (Bool Int Int) Bool)
         (assert (forall ((b Bool)) (inv b 0 0)))
         (assert (forall ((b Bool) (x Int) (y Int)) (=> (inv b x y) (inv b (+ x 1) (ite b (+ y 1) (+ y 2))))))
         (assert (forall ((b Bool) (x Int) (y Int)) (=> (and (inv b x y) b (not (= x y))) false)))
         (assert (forall ((b Bool) (x Int) (y Int)) (=> (and (inv b x y) (not b) (not (= (* 2 x) y))) false)))",
    );
}

#[test]
fn disjunctions_of_branches_with_parameters_that_are_equated() {
    // As front ends for static single assignment write it: copies of the variables are parameters too.
    check_safe(
        "(declare-fun inv (Int Int Int) Bool)
         (assert (forall ((x Int) (y Int) (z Int)) (=> (and (= x z) (= z 1)) (inv x y z))))
         (assert (forall ((x Int) (y Int) (z Int) (u Int) (v Int) (w Int)) (=> (and (inv x y z)
           (or (and (= u x) (= v y)) (and (= z x) (< z y) (= w (+ z 1)) (= w u) (= v y)))) (inv u v w))))
         (assert (forall ((x Int) (y Int) (z Int)) (=> (and (inv x y z) (= z x) (>= z y) (>= y 1) (not (= z y))) false)))",
    );
}

#[test]
fn real_numbers() {
    check_safe(
        "(declare-fun inv (Real Real) Bool)
         (assert (inv 0.0 1.0))
         (assert (forall ((x Real) (y Real)) (=> (and (inv x y) (< x 10.0)) (inv (+ x 0.5) (+ y 1.0)))))
         (assert (forall ((x Real) (y Real)) (=> (and (inv x y) (not (= y (+ (* 2.0 x) 1.0)))) false)))
         (assert (forall ((x Real) (y Real)) (=> (and (inv x y) (> x 10.5)) false)))",
    );
}

#[test]
fn summaries_with_two_premises() {
    check_safe(
        "(declare-fun sum (Int Int) Bool)
         (assert (sum 0 0))
         (assert (forall ((n Int) (s Int)) (=> (sum n s) (sum (+ n 1) (+ s 1)))))
         (assert (forall ((n Int) (s Int) (m Int) (t Int)) (=> (and (sum n s) (sum m t)) (sum (+ n m) (+ s t)))))
         (assert (forall ((n Int) (s Int)) (=> (and (sum n s) (> s n)) false)))",
    );
}

#[test]
fn bad_states_come_with_their_derivations() {
    check_unsafe(
        "(declare-fun inv (Int Int) Bool)
         (assert (forall ((n Int)) (=> (> n 3) (inv 0 n))))
         (assert (forall ((x Int) (n Int)) (=> (inv x n) (inv (+ x 3) n))))
         (assert (forall ((x Int) (n Int)) (=> (and (inv x n) (> x 90)) false)))",
    );
    check_unsafe(
        "(declare-fun tree (Int) Bool)
         (assert (tree 1))
         (assert (forall ((a Int) (b Int)) (=> (and (tree a) (tree b)) (tree (+ a b)))))
         (assert (forall ((a Int)) (=> (and (tree a) (> a 6)) false)))",
    );
    // Found after thousands of steps.
    check_unsafe(
        "(declare-fun inv (Int) Bool)
         (assert (inv 0))
         (assert (forall ((x Int)) (=> (inv x) (inv (+ x 1)))))
         (assert (forall ((x Int)) (=> (and (inv x) (= x 6000)) false)))",
    );
}

#[test]
fn curves_are_proved_without_the_solver() {
    let text = "(declare-fun inv (Int Int Int) Bool)
         (assert (inv 0 0 0))
         (assert (forall ((n Int) (s Int) (c Int)) (=> (inv n s c)
           (inv (+ n 1) (+ s (* 2 n) 1) (+ c (* 3 s) (* 3 n) 1)))))";
    let (mut terms, horn) = read(text);
    let known = Interpretation::top(&terms, &horn);
    let budget = Budget::unlimited();
    let facts = discover(&mut terms, &horn, &known, &Settings::default(), &budget, &mut |_| {});
    let inv = horn.predicate(PredicateId(0)).clone();
    let [n, s, c] = [0, 1, 2].map(|place| inv.parameters[place]);
    let [square, cube] = [terms.multiply(&[n, n]), terms.multiply(&[n, s])];
    for (value, power) in [(s, square), (c, cube)] {
        let claim = terms.equal(value, power);
        let denied = terms.not(claim);
        let fact = facts.of(PredicateId(0));
        assert!(refutes(&mut terms, &[fact, denied]), "{}", print(&terms, fact));
    }
}

#[test]
fn facts_are_kept_though_the_query_is_not_proved() {
    // Not affine: y is the square of x; the query needs it, the bounds do not.
    let (mut terms, horn) = read(
        "(declare-fun inv (Int Int) Bool)
         (assert (inv 0 0))
         (assert (forall ((x Int) (y Int) (z Int)) (=> (and (inv x y) (> z 17) (= z (mod (* x y) 23))) (inv (+ x 1) (* 2 y)))))
         (assert (forall ((x Int) (y Int)) (=> (and (inv x y) (> (* x x y) 1000) (= (mod x 7) 3)) false)))",
    );
    let known = Interpretation::top(&terms, &horn);
    let limits = Limits::none().with_timeout(std::time::Duration::from_secs(20));
    let budget = Budget::with_effort(limits, 3_000_000);
    let (_, facts) = prove(&mut terms, &horn, &known, &Settings::default(), &budget, &mut |_| {});
    assert_ne!(facts, known);
    crate::common::check_inductive(&mut terms, &horn, &facts);
}

#[test]
fn an_empty_budget_gives_nothing_and_says_so() {
    let (mut terms, horn) = read(
        "(declare-fun inv (Int) Bool)
         (assert (inv 0))
         (assert (forall ((x Int)) (=> (inv x) (inv (+ x 1)))))
         (assert (forall ((x Int)) (=> (and (inv x) (< x 0)) false)))",
    );
    let known = Interpretation::top(&terms, &horn);
    let limits = Limits::none().with_timeout(std::time::Duration::ZERO);
    let budget = Budget::new(limits);
    let (verdict, facts) =
        prove(&mut terms, &horn, &known, &Settings::default(), &budget, &mut |_| {});
    assert!(matches!(verdict, Verdict::Unknown(HornUnknown::Budget(_))));
    assert_eq!(facts, known);
}

#[test]
fn equal_seeds_give_equal_runs() {
    let run = |seed: u64| {
        let (mut terms, horn) = read(
            "(declare-fun inv (Int Int Int) Bool)
             (assert (forall ((n Int)) (=> (> n 0) (inv 0 0 n))))
             (assert (forall ((x Int) (y Int) (n Int) (d Int)) (=> (and (inv x y n) (< x n) (>= d 0)) (inv (+ x 1) (+ y d) n))))
             (assert (forall ((x Int) (y Int) (n Int)) (=> (and (inv x y n) (< (+ x y) 0)) false)))",
        );
        let known = Interpretation::top(&terms, &horn);
        let mut events = Vec::new();
        let (_, facts) = prove(
            &mut terms,
            &horn,
            &known,
            &Settings { seed },
            &Budget::unlimited(),
            &mut |event| events.push(format!("{event:?}")),
        );
        (events, facts)
    };
    assert_eq!(run(5), run(5));
    assert!(!run(6).0.is_empty());
}
