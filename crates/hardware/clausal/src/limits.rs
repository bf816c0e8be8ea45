//! Bounds on what waits in a pool.

/// So many clauses of others wait to be shown; the longest go. Not tuned.
pub(crate) const MOST_WAITING_IN_POOL: usize = 1_000;

/// So many clauses of others are remembered so as not to be looked at twice. Not tuned.
pub(crate) const MOST_KNOWN_IN_POOL: usize = 200_000;

/// After so many clauses that are no longer assumed the solver is made anew. Not tuned.
pub(crate) const MOST_RETIRED_IN_POOL: usize = if cfg!(test) { 5 } else { 5_000 };
