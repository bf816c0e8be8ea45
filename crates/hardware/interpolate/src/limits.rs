//! Bounds on effort and growth.

/// So many hints of a proof are looked at between two reports of effort.
pub(crate) const HINTS_PER_REPORT: u64 = 256;

/// An unrolling that has a model, but does not reach back to the first states, becomes longer by one pair and one part in so many of what it has. Not tuned.
pub(crate) const EARLIER_SHARE: usize = 4;
