//! What parameters of predicates are called.

use std::collections::HashMap;

use buttress_horn::{Horn, PredicateId};
use buttress_logic::{Op, Term, Terms};

/// The names of the parameters of a predicate, each once.
pub fn parameter_names(terms: &Terms, horn: &Horn, predicate: PredicateId) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for parameter in &horn.predicate(predicate).parameters {
        let name = match terms.op(*parameter) {
            Op::Apply(function) => terms.function_name(function),
            _ => "x",
        };
        let mut unique = name.to_owned();
        while names.contains(&unique) {
            unique.push('\'');
        }
        names.push(unique);
    }
    names
}

/// The names of the parameters of a predicate, for formulas over them.
pub fn names(terms: &Terms, horn: &Horn, predicate: PredicateId) -> HashMap<Term, String> {
    let parameters = horn.predicate(predicate).parameters.iter().copied();
    parameters.zip(parameter_names(terms, horn, predicate)).collect()
}
