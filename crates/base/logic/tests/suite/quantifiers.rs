//! Quantified formulas, evaluated by representatives and by trying everything in a wide window.

mod random;
mod stories;
mod world;
mod written;

use buttress_logic::{EvaluateError, Evaluator};
use buttress_prop::Random;

use random::random_quantified;
use world::{Formula, World};
use written::Written;

/// Representatives and the window agree on random formulas with up to so many variables.
fn agree(seed: u64, rounds: usize, variables: usize) {
    let mut random = Random::new(seed);
    let (mut answered, mut truths) = (0, 0);
    for round in 0..rounds {
        let world = World::random(&mut random);
        let formula = random_quantified(&mut random, 0, 3, variables);
        let mut written = Written::new(&world);
        let term = written.formula(&formula, &[]);
        let mut evaluator = Evaluator::new(&written.terms, &mut written.model);
        match evaluator.holds(term) {
            Ok(value) => {
                let expected = world.holds(&formula, &mut Vec::new());
                assert_eq!(value, expected, "{round}: {:?} {formula:?}", world.arrays);
                let found = evaluator.counterexample(term).expect("it was evaluated before");
                let Formula::Quantified { is_forall, .. } = formula else { continue };
                assert_eq!(found.is_none(), value == is_forall);
                if let Some(found) = found {
                    let mut again = Evaluator::new(&written.terms, &mut written.model);
                    for (bound, value) in found {
                        again.bind(bound, value);
                    }
                    let body = written.terms.argument(term, 0);
                    assert_eq!(again.holds(body), Ok(!is_forall));
                }
                answered += 1;
                truths += usize::from(value);
            }
            Err(error) => assert!(matches!(error, EvaluateError::Quantifier(_)), "{error}"),
        }
    }
    assert!(answered > rounds * 9 / 10, "{answered} of {rounds}");
    assert!(truths > rounds / 20 && answered - truths > rounds / 20, "{truths} of {answered}");
}

#[test]
fn one_variable() {
    agree(1, 1_500, 1);
}

#[test]
fn two_variables() {
    agree(2, 2_000, 2);
}

#[test]
fn three_variables() {
    agree(3, 300, 3);
}
