//! Ranking functions of known loops; every obligation is decided again.

use buttress_affine::ranking::{Ranking, Termination, obligations, rank};
use buttress_budget::Budget;
use buttress_decide::{Settings, Solver, Verdict};
use buttress_formats::chc;
use buttress_horn::{Horn, Interpretation, PredicateId};
use buttress_logic::{Rational, Terms};

fn read(text: &str) -> (Terms, Horn) {
    let mut terms = Terms::new();
    let horn = chc::read(&mut terms, text.as_bytes()).expect("the text is well-formed").horn;
    (terms, horn)
}

/// Checks that the obligations of a ranking have no models.
fn certify(terms: &mut Terms, horn: &Horn, known: &Interpretation, ranking: &Ranking) {
    for obligation in obligations(terms, horn, known, ranking) {
        let mut solver = Solver::new(Settings::default());
        solver.assert(obligation);
        let verdict = solver.check(terms, &[], &Budget::unlimited());
        assert!(matches!(verdict, Verdict::Unsat(_)), "{verdict:?}");
    }
}

/// A system that terminates, with the number of levels of each component.
fn check_terminates(text: &str, levels: &[usize]) {
    let (mut terms, horn) = read(text);
    let known = Interpretation::top(&terms, &horn);
    match rank(&mut terms, &horn, &known, &Budget::unlimited()) {
        Termination::Terminates(ranking) => {
            certify(&mut terms, &horn, &known, &ranking);
            let found: Vec<usize> =
                ranking.components.iter().map(|component| component.levels.len()).collect();
            assert_eq!(found, levels, "{ranking:?}");
        }
        other => panic!("{other:?}"),
    }
}

const COUNTDOWN: &str = "(set-logic HORN) (declare-fun p (Int) Bool)
    (assert (forall ((x Int)) (p x)))
    (assert (forall ((x Int)) (=> (and (p x) (> x 0)) (p (- x 1)))))";

#[test]
fn a_countdown_has_one_level() {
    check_terminates(COUNTDOWN, &[1]);
}

#[test]
fn one_variable_falls_or_the_other_with_the_first_free() {
    check_terminates(
        "(set-logic HORN) (declare-fun p (Int Int) Bool)
         (assert (forall ((x Int) (y Int)) (p x y)))
         (assert (forall ((x Int) (y Int)) (=> (and (p x y) (> x 0) (> y 0)) (p (- x 1) y))))
         (assert (forall ((x Int) (y Int) (z Int))
           (=> (and (p x y) (> x 0) (> y 0)) (p z (- y 1)))))",
        &[2],
    );
}

#[test]
fn gcd_by_subtraction() {
    check_terminates(
        "(set-logic HORN) (declare-fun p (Int Int) Bool)
         (assert (forall ((x Int) (y Int)) (p x y)))
         (assert (forall ((x Int) (y Int))
           (=> (and (p x y) (> x 0) (> y 0) (not (= x y)))
               (p (ite (> x y) (- x y) x) (ite (> x y) y (- y x))))))",
        &[1],
    );
}

#[test]
fn nested_loops() {
    check_terminates(
        "(set-logic HORN) (declare-fun outer (Int Int) Bool) (declare-fun inner (Int Int Int) Bool)
         (assert (forall ((n Int)) (outer 0 n)))
         (assert (forall ((i Int) (n Int)) (=> (and (outer i n) (< i n)) (inner i n 0))))
         (assert (forall ((i Int) (n Int) (j Int))
           (=> (and (inner i n j) (< j n)) (inner i n (+ j 1)))))
         (assert (forall ((i Int) (n Int) (j Int))
           (=> (and (inner i n j) (>= j n)) (outer (+ i 1) n))))",
        &[3],
    );
}

#[test]
fn reals_fall_by_a_fixed_amount() {
    check_terminates(
        "(set-logic HORN) (declare-fun p (Real) Bool)
         (assert (forall ((x Real)) (p x)))
         (assert (forall ((x Real)) (=> (and (p x) (> x 0.0)) (p (- x 0.25)))))",
        &[1],
    );
}

#[test]
fn halving_a_real_is_not_ranked() {
    let (mut terms, horn) = read(
        "(set-logic HORN) (declare-fun p (Real) Bool)
         (assert (p 1.0))
         (assert (forall ((x Real)) (=> (and (p x) (> x 0.0)) (p (/ x 2.0)))))",
    );
    let known = Interpretation::top(&terms, &horn);
    let answer = rank(&mut terms, &horn, &known, &Budget::unlimited());
    assert!(matches!(answer, Termination::Unknown(_)), "{answer:?}");
}

#[test]
fn standing_still_is_a_lasso() {
    let (mut terms, horn) = read(
        "(set-logic HORN) (declare-fun p (Int) Bool)
         (assert (p 7))
         (assert (forall ((x Int)) (=> (and (p x) (> x 2)) (p (- x 1)))))
         (assert (forall ((x Int)) (=> (and (p x) (< x 5)) (p x))))",
    );
    let known = Interpretation::top(&terms, &horn);
    match rank(&mut terms, &horn, &known, &Budget::unlimited()) {
        Termination::Loops(lasso) => {
            assert_eq!(lasso.clause.index(), 2);
            let replayed = lasso.derivation.replay(&terms, &lasso.system);
            assert_eq!(replayed.map(|conclusions| conclusions.steps.len()), Ok(5));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_lasso_that_is_not_reached_is_none() {
    let (mut terms, horn) = read(
        "(set-logic HORN) (declare-fun p (Int) Bool)
         (assert (p 7))
         (assert (forall ((x Int)) (=> (and (p x) (< x 5)) (p x))))",
    );
    let known = Interpretation::top(&terms, &horn);
    let answer = rank(&mut terms, &horn, &known, &Budget::unlimited());
    assert!(matches!(answer, Termination::Unknown(_)), "{answer:?}");
}

#[test]
fn a_supporting_invariant_is_used() {
    let text = "(set-logic HORN) (declare-fun p (Int Int) Bool)
        (assert (forall ((x Int)) (p x 1)))
        (assert (forall ((x Int) (y Int))
          (=> (and (p x y) (> x 0)) (p (- x y) (+ y 1)))))";
    let (mut terms, horn) = read(text);
    let top = Interpretation::top(&terms, &horn);
    let answer = rank(&mut terms, &horn, &top, &Budget::unlimited());
    assert!(matches!(answer, Termination::Unknown(_)), "{answer:?}");
    let y = horn.predicate(PredicateId(0)).parameters[1];
    let one = terms.numeral(&Rational::ONE, terms.sort_of(y));
    let known = Interpretation::new(vec![terms.less_equal(one, y)]);
    match rank(&mut terms, &horn, &known, &Budget::unlimited()) {
        Termination::Terminates(ranking) => certify(&mut terms, &horn, &known, &ranking),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_wrong_function_has_an_obligation_that_fails() {
    let (mut terms, horn) = read(COUNTDOWN);
    let known = Interpretation::top(&terms, &horn);
    let Termination::Terminates(mut ranking) =
        rank(&mut terms, &horn, &known, &Budget::unlimited())
    else {
        panic!("it terminates");
    };
    ranking.components[0].levels[0].functions[0].coefficients[0] = Rational::MINUS_ONE;
    let obligation = obligations(&mut terms, &horn, &known, &ranking)[0];
    let mut solver = Solver::new(Settings::default());
    solver.assert(obligation);
    assert!(matches!(solver.check(&mut terms, &[], &Budget::unlimited()), Verdict::Sat(_)));
}
