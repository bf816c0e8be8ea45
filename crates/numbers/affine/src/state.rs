//! States, and counterexamples to induction made of them.

use std::collections::BTreeMap;

use buttress_horn::{ClauseId, PredicateId};
use buttress_logic::{Evaluator, Model, Rational, Term, Terms, Value};
use buttress_numeric::Variable;

use crate::template::TemplateShape;

/// The values of a predicate's parameters.
#[derive(Clone, Debug)]
pub struct State {
    /// Where.
    pub predicate: PredicateId,
    /// Of those that are numbers.
    pub values: BTreeMap<Variable, Rational>,
    /// Of all, as terms.
    pub literals: Vec<Term>,
}

/// A counterexample to induction: the states at the premises of a clause.
pub struct Cti {
    /// The clause that leaves Π, with literals for its variables.
    pub step: Option<(ClauseId, Vec<Term>)>,
    /// The states, one for each premise.
    pub states: Vec<State>,
}

impl State {
    /// The state at which the terms, one for each parameter, are in a model.
    pub fn new(
        terms: &mut Terms,
        predicate: PredicateId,
        shape: &TemplateShape,
        of: &[Term],
        model: &mut Model,
    ) -> Option<State> {
        let literals = literals(terms, model, of)?;
        let values = shape
            .parameters
            .iter()
            .zip(&literals)
            .filter_map(|(parameter, literal)| Some(((*parameter)?, *literal)))
            .map(|(parameter, literal)| {
                let number = match terms.as_number(literal) {
                    Some(number) => number.clone(),
                    None if literal == terms.boolean(true) => Rational::ONE,
                    None => Rational::ZERO,
                };
                (parameter, number)
            })
            .collect();
        Some(State { predicate, values, literals })
    }
}

/// The values of terms in a model, as literals; none if a value has none.
pub fn literals(terms: &mut Terms, model: &mut Model, of: &[Term]) -> Option<Vec<Term>> {
    let mut evaluator = Evaluator::new(terms, model);
    let values: Option<Vec<Value>> = of.iter().map(|term| evaluator.value(*term).ok()).collect();
    values?.into_iter().map(|value| model.values.term(terms, value)).collect()
}
