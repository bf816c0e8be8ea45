//! An invariant, and what it was made for.

use buttress_horn::PredicateId;
use buttress_logic::Term;

/// An invariant of a predicate.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// Where it holds.
    pub predicate: PredicateId,
    /// Over the parameters of the predicate.
    pub formula: Term,
    /// The state that it was made to exclude, as literals for the parameters.
    pub excludes: Option<Vec<Term>>,
}
