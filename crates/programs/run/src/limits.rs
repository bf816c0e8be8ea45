//! Effort and sizes: how hard inputs are looked for.

/// Are there more tiny inputs of a function than this, smaller ones are taken. Not tuned.
pub const MOST_TINY: usize = 1_500;

/// How often random inputs are changed for the sake of `@pre`. Not tuned.
pub(crate) const MOST_REPAIRS: usize = 16;

/// Longer arrays are not made for the sake of `@pre`. Not tuned.
pub(crate) const LONGEST_REPAIRED: i64 = 10;

/// More runs than this are not spent on making the inputs of a failing run small. Not tuned.
pub(crate) const MOST_RUNS: usize = 3_000;

/// Runs of a search are always allowed to be this long, if the limits are not lower from the beginning: after runs
/// that take too long, they are cut shorter. Not tuned.
pub(crate) const SHORT_RUN: u64 = 2_000;

/// If the first failing run depends on what is beyond the ends of arrays, so many more are tried for one that does
/// not. Not tuned.
pub(crate) const MORE_RUNS: u64 = 400;
