//! Bounds on sizes.

/// Wider conjunctions are cut, so that a clause stays short enough to watch cheaply.
pub(crate) const WIDEST_AND: usize = 16;
