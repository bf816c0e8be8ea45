//! Bounds on what waits in a pool.

/// So many clauses of others wait to be shown; the longest go. Not tuned.
pub(crate) const MOST_WAITING_IN_POOL: usize = 1_000;

/// So many clauses of others are ever looked at for one property. Not tuned.
pub(crate) const MOST_KNOWN_IN_POOL: usize = 1_000_000;
