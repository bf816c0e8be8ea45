//! Bounds on effort.

/// So many hints of a proof are looked at between two reports of effort.
pub(crate) const HINTS_PER_REPORT: u64 = 256;
