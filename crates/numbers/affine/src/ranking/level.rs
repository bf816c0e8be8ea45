//! Rankings as data: for each component a list of levels, each with a function for every predicate.

use buttress_horn::{ClauseId, Horn, PredicateId};
use buttress_logic::{Rational, Term, Terms};
use buttress_project::{Relation, Row};

/// For each strongly connected component that has a step its ranking.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ranking {
    /// In no particular order: each stands for itself.
    pub components: Vec<Component>,
}

/// Predicates that lead to each other, and why one cannot go round among them forever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Component {
    /// The predicates.
    pub predicates: Vec<PredicateId>,
    /// The steps: clauses that lead from one of the predicates to one of them.
    pub clauses: Vec<ClauseId>,
    /// The first one counts most.
    pub levels: Vec<Level>,
}

/// One function for each predicate of a component.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// In the order of the component's predicates.
    pub functions: Vec<Function>,
    /// Clauses of which a case (or all of them) decreases this level.
    pub decreasing: Vec<ClauseId>,
}

/// constant + Σ coefficient · argument
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Whose arguments.
    pub predicate: PredicateId,
    /// One for each argument, zero for those that are no numbers; integers.
    pub coefficients: Vec<Rational>,
    /// An integer.
    pub constant: Rational,
}

impl Function {
    /// The value at arguments, `factor` times, added to a form.
    pub(super) fn add_to(
        &self,
        terms: &mut Terms,
        row: &mut Row,
        arguments: &[Term],
        factor: &Rational,
    ) {
        row.constant.add_product(factor, &self.constant);
        for (argument, coefficient) in arguments.iter().zip(&self.coefficients) {
            if !coefficient.is_zero() {
                row.add(terms, *argument, &(coefficient * factor));
            }
        }
    }

    /// value ≥ 0 over the parameters of the predicate, for people to read.
    pub fn bound(&self, terms: &mut Terms, horn: &Horn) -> Term {
        let mut row = Row::zero(Relation::NonNegative);
        let parameters = horn.predicate(self.predicate).parameters.clone();
        self.add_to(terms, &mut row, &parameters, &Rational::ONE);
        row.to_literal(terms)
    }
}
