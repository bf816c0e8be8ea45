//! Bounds on projection.

/// Larger products stay as they are, as if they were variables.
pub(crate) const LARGEST_PRODUCT: usize = 400;

/// Steps until values are taken from the model. Not tuned.
pub(crate) const MOST_STEPS: usize = 1_000;
