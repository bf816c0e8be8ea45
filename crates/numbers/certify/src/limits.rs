//! Bounds on making invariants smaller and on proving clauses. None was tuned.

/// Larger interpretations are left as they are.
pub(crate) const MOST_CONJUNCTS: usize = 500;

/// Of more used conjuncts than these, it is not tried to do without each.
pub(crate) const MOST_DROPPED: usize = 40;

/// Clauses that are proved with this effort need no preparation.
pub(crate) const PLAIN_EFFORT: u64 = 100_000;

/// The effort of one question whether two parts of a clause are equal.
pub(crate) const SWEEP_EFFORT: u64 = 10_000;

/// After so many such questions without an answer no more are asked.
pub(crate) const MOST_SWEEP_FAILURES: usize = 8;
