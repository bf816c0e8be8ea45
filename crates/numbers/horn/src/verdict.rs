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
    Unknown(Reason),
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A limit was met.
    Budget(Exhausted),
    /// The engine has nothing left to try.
    GaveUp,
    /// Searched to this depth without an answer.
    Bound(usize),
    /// A part of the system that the engine cannot treat, in words.
    Unsupported(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Budget(exhausted) => exhausted.fmt(f),
            Reason::GaveUp => f.write_str("nothing left to try"),
            Reason::Bound(depth) => write!(f, "no counterexample of up to {depth} steps"),
            Reason::Unsupported(what) => f.write_str(what),
        }
    }
}
