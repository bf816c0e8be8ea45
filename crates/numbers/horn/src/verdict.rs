//! What an engine says of a system of clauses.

use std::fmt;

use buttress_budget::Exhausted;

use super::{Derivation, Interpretation};

/// An engine's answer.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Every clause is valid under this interpretation.
    Safe(Interpretation),
    /// `false` is derivable.
    Unsafe(Derivation),
    /// No answer.
    Unknown(HornUnknown),
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HornUnknown {
    /// A limit was met.
    Budget(Exhausted),
    /// The engine has nothing left to try.
    GaveUp,
    /// Searched to this depth without an answer.
    Bound(usize),
    /// A part of the system that the engine cannot treat, in words.
    Unsupported(String),
}

impl From<Exhausted> for HornUnknown {
    fn from(exhausted: Exhausted) -> HornUnknown {
        HornUnknown::Budget(exhausted)
    }
}

impl fmt::Display for HornUnknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HornUnknown::Budget(exhausted) => exhausted.fmt(f),
            HornUnknown::GaveUp => f.write_str("nothing left to try"),
            HornUnknown::Bound(depth) => write!(f, "no counterexample of up to {depth} steps"),
            HornUnknown::Unsupported(what) => f.write_str(what),
        }
    }
}
