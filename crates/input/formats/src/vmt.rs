//! VMT-LIB: transition systems as SMT-LIB scripts with annotations.
//!
//! A script declares a constant for each state variable, one for its next value, and one for each input;
//! `define-fun`s say by their annotations what they are:
//!
//! ```text
//! (define-fun .sv () Int (! x :next x′))              x is a state variable, x′ its next value
//! (define-fun .init () Bool (! F :init true))         θ
//! (define-fun .trans () Bool (! F :trans true))       ρ
//! (define-fun .good () Bool (! F :invar-property 0))  Π
//! ```
//!
//! [`read`] makes clauses of it, with one predicate over the state variables: θ → state(x̄), state(x̄) ∧ ρ →
//! state(x̄′), and for each property state(x̄) ∧ ¬Π → false. Invariant: the first two clauses are these, and
//! the others are the properties in their order.

mod annotation;
mod build;
mod read;

use buttress_horn::ClauseId;

use crate::Place;
use crate::chc::Source;

pub use annotation::is_vmt;
pub use read::read;

/// A transition system and its properties.
#[derive(Clone, Debug)]
pub struct System {
    /// The clauses. The predicate stands where the first state variable is introduced.
    pub source: Source,
    /// The invariant properties, in the order of the file.
    pub properties: Vec<Property>,
    /// The liveness properties, in the order of the file: they have no clauses.
    pub live: Vec<LiveProperty>,
}

/// An invariant property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// Its number in the file.
    pub index: u64,
    /// The name of its definition.
    pub name: String,
    /// The clause that its violation concludes `false` by.
    pub clause: ClauseId,
    /// Where it is defined.
    pub place: Place,
}

/// A liveness property, which is not a question about reachable states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiveProperty {
    /// Its number in the file.
    pub index: u64,
    /// The name of its definition.
    pub name: String,
    /// Where it is defined.
    pub place: Place,
}
