//! What an engine says of a property, with the evidence for it.

use std::fmt;

use buttress_budget::Exhausted;
use buttress_prop::Clause;

use crate::Trace;

/// Why a property holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Strengthening {
    /// Clauses χ over the circuit's signals such that χ ∧ ¬bad is inductive (under the constraints).
    ///
    /// A clause may speak of inputs and gates: it then holds in every (state, input) pair.
    Clauses(Vec<Clause>),
    /// χ ∧ ¬bad is `depth`-inductive: no computation of fewer than `depth` steps is bad, and no
    /// `depth` good consecutive states satisfying χ (pairwise different, if `simple_path`) are
    /// followed by a bad one. χ itself is inductive.
    KInduction {
        /// χ, inductive clauses that hold in every state.
        clauses: Vec<Clause>,
        /// The number of good states before the bad one; at least 1.
        depth: usize,
        /// Are the states of the path required to be pairwise different?
        simple_path: bool,
    },
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CircuitUnknown {
    /// A limit was met.
    Budget(Exhausted),
    /// Proved on the reduced circuit by a k-induction that could not be certified on the user's.
    NoCertificate,
    /// Searched to this bound without an answer; the engine cannot say more.
    Bound(usize),
}

/// An engine's answer for one property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The bad signal is never true.
    Safe(Strengthening),
    /// The bad signal can become true.
    Unsafe(Trace),
    /// No answer.
    Unknown(CircuitUnknown),
}

impl fmt::Display for CircuitUnknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CircuitUnknown::Budget(exhausted) => exhausted.fmt(f),
            CircuitUnknown::NoCertificate => {
                f.write_str("k-induction over simple paths that could not be certified")
            }
            CircuitUnknown::Bound(depth) => write!(f, "no counterexample of up to {depth} steps"),
        }
    }
}
