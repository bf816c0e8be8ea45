//! Bounds on sizes. Neither was tuned.

/// Wider conjunctions are cut, so that a clause stays short enough to watch cheaply.
pub(crate) const WIDEST_AND: usize = 16;

/// Frames that many steps older than the newest are stored sparsely: a matter of memory alone.
pub(crate) const DENSE_FRAMES: usize = 6;
