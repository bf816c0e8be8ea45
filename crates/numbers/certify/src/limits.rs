//! Bounds on making invariants smaller. Neither was tuned.

/// Larger interpretations are left as they are.
pub(crate) const MOST_CONJUNCTS: usize = 500;

/// Of more used conjuncts than these, it is not tried to do without each.
pub(crate) const MOST_DROPPED: usize = 40;
