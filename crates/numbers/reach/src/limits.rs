//! Bounds on effort.

/// How many sums of inequalities are tried for a lemma. Not tuned.
pub(crate) const MOST_COMBINATIONS: usize = 12;
