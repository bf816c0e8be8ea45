//! How far oracles and brute force look. Chosen so that a test takes little time; none was tuned.

/// The most latches and inputs, added up, that are explored.
pub(crate) const MOST_LATCHES_AND_INPUTS: usize = 16;

/// Quantifiers with more instances are not written out.
pub(crate) const MOST_INSTANCES: usize = 3_000;

/// Past this many values a sort is not counted.
pub(crate) const MOST_SORT_VALUES: usize = 60;

/// The widest interval that is tried value by value.
pub(crate) const WIDEST_INTERVAL: i64 = 64;

/// How many values are tried for a variable that is not determined.
pub(crate) const MOST_SAMPLES: i64 = 7;

/// Sorts, and tuples of arguments, with more values are not tried by brute force.
pub(crate) const MOST_DOMAIN_VALUES: usize = 5_000;
