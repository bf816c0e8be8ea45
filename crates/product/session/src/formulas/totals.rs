//! How a script went, in numbers.

use std::time::Duration;

/// How a script went.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Checks answered by `sat`.
    pub sat: usize,
    /// Checks answered by `unsat`.
    pub unsat: usize,
    /// Checks answered by `unknown`.
    pub unknown: usize,
    /// Answers of ours that the checker did not accept; told as `unknown`.
    pub rejected: usize,
    /// Commands that failed.
    pub errors: usize,
    /// Time spent on deciding.
    pub deciding: Duration,
    /// Time spent on writing and checking evidence.
    pub checking: Duration,
    /// Clauses of all proofs.
    pub proof_steps: usize,
}
