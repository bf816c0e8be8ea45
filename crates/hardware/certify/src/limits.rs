//! The bound on the order in which an invariant is certified.

/// With fewer clauses, ¬bad is shown first, which finds the smallest invariants; with more, that takes long. Not tuned.
pub(crate) const MANY_CLAUSES: usize = 64;
