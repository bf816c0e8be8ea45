//! How far a run may go, and what is evaluated on the way.

use crate::limits::{MOST_CALL_DEPTH, MOST_STATEMENTS};

/// Limits of a run, and what it evaluates.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most statements and loop tests. Copies of large values and annotations that take long to evaluate count too.
    pub steps: u64,
    /// The deepest recursion.
    pub depth: u32,
    /// Are annotations evaluated (else only checks at run time)?
    pub annotations: bool,
    /// Are rankings watched?
    pub termination: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            steps: MOST_STATEMENTS,
            depth: MOST_CALL_DEPTH,
            annotations: true,
            termination: false,
        }
    }
}
