//! What the analysis tells an observer.

use buttress_horn::PredicateId;
use buttress_logic::Term;

/// What happens, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StrengtheningEvent {
    /// A state is looked at.
    Sample {
        /// Where.
        predicate: PredicateId,
        /// Literals for its parameters.
        state: Vec<Term>,
    },
    /// A fact is found.
    Fact {
        /// Where it holds.
        predicate: PredicateId,
        /// Over the parameters of the predicate.
        formula: Term,
        /// The state that was sampled; the first fact told after a sample excludes it.
        excludes: Vec<Term>,
    },
}
