//! Programs whose location is encoded in truth values.

use buttress_budget::Budget;
use buttress_conjecture::control::{Located, locate};
use buttress_conjecture::{Settings, prove};
use buttress_horn::{Horn, Interpretation, Verdict};
use buttress_logic::Terms;

use crate::common::{read, refutes};

/// x counts up to n, y is set, then both go down; the locations are 00, 01, 10, and 11 is bad.
fn program(last: &str) -> (Terms, Horn, Located) {
    let (mut terms, horn) = read(&format!(
        "(declare-fun state (Bool Int Bool Int Int) Bool)
         (assert (forall ((n Int) (y Int)) (=> (>= n 0) (state false 0 false y n))))
         (assert (forall ((p Bool) (q Bool) (x Int) (y Int) (n Int) (r Bool) (s Bool) (u Int) (v Int))
           (=> (and (state p x q y n)
             (or (and (not p) (not q) (< x n) (not r) (not s) (= u (+ x 1)) (= v y))
                 (and (not p) (not q) (>= x n) (not r) s (= u x) (= v x))
                 (and (not p) q (> x 0) (not r) s (= u (- x 1)) (= v (- y 1)))
                 (and (not p) q (<= x 0) r (= s (not q)) (= u x) (= v y))
                 (and p (not q) r s {last} (= u x) (= v y))))
            (state r u s v n))))
         (assert (forall ((x Int) (y Int) (n Int)) (=> (state true x true y n) false)))"
    ));
    let located = locate(&mut terms, &horn, &Budget::unlimited());
    let located = located.expect("no limit").expect("few locations");
    (terms, horn, located)
}

fn verdict(terms: &mut Terms, located: &Located) -> Verdict {
    let known = Interpretation::top(terms, &located.horn);
    let settings = Settings::default();
    let budget = Budget::unlimited();
    let (verdict, _) = prove(terms, &located.horn, &known, &settings, &budget, &mut |_| {});
    located.verdict(terms, verdict)
}

#[test]
fn every_location_is_a_predicate() {
    let (terms, _, located) = program("(not (= y 0))");
    let mut names: Vec<&str> =
        located.horn.predicates.iter().map(|predicate| predicate.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["state00", "state01", "state10", "state11"]);
    let is_numeric = |parameter| terms.sort_of(parameter).is_arithmetic();
    let predicates = located.horn.predicates.iter();
    assert!(predicates.flat_map(|predicate| &predicate.parameters).copied().all(is_numeric));
}

#[test]
fn interpretations_are_mapped_back() {
    let (mut terms, horn, located) = program("(not (= y 0))");
    let Verdict::Safe(facts) = verdict(&mut terms, &located) else { panic!("not proved") };
    for id in horn.clause_ids() {
        let obligation = horn.obligation(&mut terms, id, &facts);
        assert!(refutes(&mut terms, &[obligation]), "clause {id:?}");
    }
}

#[test]
fn derivations_are_mapped_back() {
    let (mut terms, horn, located) = program("(= y 0)");
    let Verdict::Unsafe(derivation) = verdict(&mut terms, &located) else { panic!("not refuted") };
    derivation.replay(&terms, &horn).expect("a derivation of false");
}

#[test]
fn without_truth_values_there_is_nothing_to_do() {
    let (mut terms, horn) = read("(declare-fun inv (Int) Bool) (assert (inv 0))");
    assert!(locate(&mut terms, &horn, &Budget::unlimited()).expect("no limit").is_none());
}

/// Two rounds of messages, and then nothing happens: the counter goes from 0 over 2 to 5. Which of two senders is faulty is chosen at the start.
fn rounds(last: &str) -> (Terms, Horn, Option<Located>) {
    let (mut terms, horn) = read(&format!(
        "(declare-fun state (Real Bool Real Real Real) Bool)
         (assert (forall ((f Bool) (s Real)) (=> (not (= s 0.0)) (state 0.0 f s 0.0 0.0))))
         (assert (forall ((p Real) (f Bool) (s Real) (x Real) (y Real) (q Real) (u Real) (v Real))
           (=> (and (state p f s x y)
             (or (and (= p 0.0) (= q 2.0) (or f (= u s)) (= v y))
                 (and (= p 2.0) (= q 5.0) (= u x) (= v (ite f s {last})))
                 (and (= p 5.0) (= q p) (= u x) (= v y))))
            (state q f s u v))))
         (assert (forall ((f Bool) (s Real) (x Real) (y Real))
           (=> (and (state 5.0 f s x y) (not (= y s))) false)))"
    ));
    let located = locate(&mut terms, &horn, &Budget::unlimited()).expect("no limit");
    (terms, horn, located)
}

#[test]
fn numbers_that_take_few_values_are_control() {
    let (_, _, located) = rounds("x");
    let located = located.expect("few locations");
    let mut names: Vec<&str> =
        located.horn.predicates.iter().map(|predicate| predicate.name.as_str()).collect();
    names.sort_unstable();
    // The truth value is handed on, and tells no place.
    assert_eq!(names, ["state@0", "state@2", "state@5"]);
    assert!(located.horn.predicates.iter().all(|predicate| predicate.parameters.len() == 4));
}

#[test]
fn verdicts_on_counters_are_mapped_back() {
    let (mut terms, horn, located) = rounds("x");
    let Verdict::Safe(facts) = verdict(&mut terms, &located.expect("few locations")) else {
        panic!("not proved")
    };
    for id in horn.clause_ids() {
        let obligation = horn.obligation(&mut terms, id, &facts);
        assert!(refutes(&mut terms, &[obligation]), "clause {id:?}");
    }
    let (mut terms, horn, located) = rounds("y");
    let Verdict::Unsafe(derivation) = verdict(&mut terms, &located.expect("few locations")) else {
        panic!("not refuted")
    };
    derivation.replay(&terms, &horn).expect("a derivation of false");
}

#[test]
fn what_looks_like_a_counter_but_grows_is_none() {
    let (mut terms, horn) = read(
        "(declare-fun state (Int Int) Bool)
         (assert (forall ((n Int)) (state 0 n)))
         (assert (forall ((p Int) (n Int) (q Int)) (=> (and (state p n) (or (= q 0) (= (- q p) 1))) (state q n))))
         (assert (forall ((n Int)) (=> (state (- 1) n) false)))",
    );
    assert!(locate(&mut terms, &horn, &Budget::unlimited()).expect("no limit").is_none());
}
