//! Bounds on sizes and on effort. None was tuned.

/// Wider conjunctions are cut, so that a clause stays short enough to watch cheaply.
pub(crate) const WIDEST_AND: usize = 16;

/// Frames that many steps older than the newest are stored sparsely: a matter of memory alone.
pub(crate) const DENSE_FRAMES: usize = 6;

/// A question about several depths may take this much effort, or as much as all before it.
pub(crate) const FIRST_QUESTION_EFFORT: u64 = 20_000;

/// The most depths that one question asks about.
pub(crate) const LONGEST_STRIDE: usize = 1 << 12;
