//! What the predicates stand for.

use buttress_logic::{Term, Terms};

use super::{Horn, PredicateId};

/// For each predicate a formula over its parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interpretation {
    formulas: Vec<Term>,
}

impl Interpretation {
    /// Every predicate is true everywhere.
    pub fn top(terms: &Terms, horn: &Horn) -> Interpretation {
        Interpretation { formulas: vec![terms.boolean(true); horn.predicates.len()] }
    }

    /// From formulas in the order of the predicates.
    pub fn new(formulas: Vec<Term>) -> Interpretation {
        Interpretation { formulas }
    }

    /// The formula of a predicate.
    pub fn of(&self, predicate: PredicateId) -> Term {
        self.formulas[predicate.index()]
    }

    /// Changes the formula of a predicate.
    pub fn set(&mut self, predicate: PredicateId, formula: Term) {
        self.formulas[predicate.index()] = formula;
    }

    /// All formulas, in the order of the predicates.
    pub fn formulas(&self) -> &[Term] {
        &self.formulas
    }
}
