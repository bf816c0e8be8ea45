//! How much is tried.

/// How often something better is asked for before an objective is given up. Not tuned.
pub(crate) const MOST_ROUNDS: usize = 500;
