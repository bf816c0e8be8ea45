//! The arguments of predicates, and which of them are dropped.
//!
//! An argument is *determined* if every clause that concludes the predicate gives it the same
//! literal, or the same term as an earlier argument; the equation joins the interpretation.
//! It is *ignored* if no constraint and no conclusion that matters depends on it; then no
//! interpretation needs to mention it, and a derivation takes its value from the premise.

use buttress_horn::{Application, Horn, Predicate, PredicateId};
use buttress_logic::Term;

/// What becomes of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ArgumentStatus {
    Kept,
    Ignored,
    Determined,
}

/// For each predicate what becomes of its arguments.
#[derive(Clone, Debug)]
pub(super) struct Arguments {
    of: Vec<Vec<ArgumentStatus>>,
}

impl Arguments {
    /// All are kept.
    pub fn new(horn: &Horn) -> Arguments {
        let keep = |predicate: &Predicate| vec![ArgumentStatus::Kept; predicate.parameters.len()];
        Arguments { of: horn.predicates.iter().map(keep).collect() }
    }

    /// Those of a predicate.
    pub fn of(&self, predicate: PredicateId) -> &[ArgumentStatus] {
        &self.of[predicate.index()]
    }

    /// What stands at the places that are kept.
    pub fn kept<'a>(&'a self, application: &'a Application) -> impl Iterator<Item = Term> + 'a {
        self.select(application.predicate, &application.arguments)
    }

    /// The terms, one for each place of the predicate, at the places that are kept.
    pub fn select<'a>(
        &'a self,
        predicate: PredicateId,
        terms: &'a [Term],
    ) -> impl Iterator<Item = Term> + 'a {
        let pairs = terms.iter().zip(self.of(predicate));
        pairs.filter(|(_, status)| **status == ArgumentStatus::Kept).map(|(term, _)| *term)
    }

    pub fn is_kept(&self, predicate: PredicateId, place: usize) -> bool {
        self.of(predicate)[place] == ArgumentStatus::Kept
    }

    /// Drops an argument.
    pub fn drop(&mut self, predicate: PredicateId, place: usize, status: ArgumentStatus) {
        self.of[predicate.index()][place] = status;
    }
}
