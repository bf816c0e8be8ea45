//! The best values of objectives: as evidence claims them, and told as z3 tells them.

use buttress_certificate::smt::{self, ClaimedOptimum, ClaimedValue};
use buttress_formats::smtlib;
use buttress_logic::{Function, Terms, print};
use buttress_numeric::Rational;
use buttress_optimum::{BestValue, Found};

/// The best value of an objective, as it is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectiveShown {
    /// The objective as it is written.
    pub text: String,
    /// Its best value: a number, near a number (`epsilon`), without bound (`oo`), or an interval if
    /// nothing is said.
    pub value: String,
}

/// What evidence claims of each objective; `check` is the number of the check, and `functions` are those in scope.
pub(super) fn claims(
    found: &[Found],
    terms: &Terms,
    functions: &[Function],
    write: impl Fn(String) -> String,
    check: usize,
) -> Vec<ClaimedOptimum> {
    let claim = |found: &Found| {
        let value = match &found.value {
            BestValue::Attained(value) => ClaimedValue::Attained(value.clone()),
            BestValue::Open(value) => ClaimedValue::Open(value.clone()),
            BestValue::Unbounded => ClaimedValue::Unbounded,
            BestValue::Undefined => ClaimedValue::Undefined,
        };
        let bound = found.bound.as_ref().map(|proof| write(smt::write(proof, terms, check)));
        let family = found.family.as_ref().map(|family| {
            let slopes = family.slopes.iter().filter_map(|(function, slope)| {
                let place = functions.iter().position(|known| known == function)?;
                Some((place, slope.clone()))
            });
            (slopes.collect(), write(smt::write(&family.proof, terms, check)))
        });
        ClaimedOptimum { value, bound, family }
    };
    found.iter().map(claim).collect()
}

/// The best values in words.
pub(super) fn shown(
    found: &[Found],
    terms: &mut Terms,
    objectives: &[smtlib::Objective],
) -> Vec<ObjectiveShown> {
    let mut all = Vec::new();
    for (found, objective) in found.iter().zip(objectives) {
        let sort = terms.sort_of(objective.term);
        let mut number = |value: &Rational| {
            let numeral = terms.numeral(value, sort);
            print(terms, numeral)
        };
        let value = match (&found.value, objective.is_maximum) {
            (BestValue::Attained(value), _) => number(value),
            (BestValue::Open(value), true) => {
                format!("(+ {} (* (- 1.0) epsilon))", number(value))
            }
            (BestValue::Open(value), false) => format!("(+ {} epsilon)", number(value)),
            (BestValue::Unbounded, true) => "oo".to_owned(),
            (BestValue::Unbounded, false) => "(* (- 1) oo)".to_owned(),
            (BestValue::Undefined, _) => "(interval (* (- 1) oo) oo)".to_owned(),
        };
        all.push(ObjectiveShown { text: objective.text.clone(), value });
    }
    all
}
