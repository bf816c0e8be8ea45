//! Bounds on what is remembered and tried.

/// So many states wait for the next level; the oldest go. Not tuned.
pub(crate) const MOST_PARKED: usize = 20_000;

/// A core is asked for its own core so many times, as long as it becomes smaller. Not tuned.
pub(crate) const MOST_CORES: usize = 3;
