//! How much is tried: the bounds on work and size of this crate.
//!
//! Where nothing else is said, the number was chosen by hand on the benchmarks of formulas and has not been tuned since. What a
//! caller may choose is in [`arith::Effort`](crate::arith::Effort).

/// What a pivot costs, in the budget's unit.
pub(crate) const PIVOT_EFFORT: u64 = 50;

/// Coefficients above this make cuts that hurt more than they help: the numbers of the tableau
/// grow with them. Measured on random dense systems of 8 to 20 integers.
pub(crate) const CUT_COEFFICIENT: i64 = 100;
/// Cuts over more variables are not kept.
pub(crate) const CUT_LENGTH: usize = 80;
/// How many rows suggest cuts in one round.
pub(crate) const CUT_ROWS: usize = 2;
/// Cuts are added at one in so many branches.
pub(crate) const CUT_PERIOD: u64 = 4;

/// Flat directions are left out at one in so many branches.
pub(crate) const FLAT_PERIOD: u64 = 16;
/// How often one question of integrality looks again after flat directions changed something.
pub(crate) const FLAT_ROUNDS: usize = 30;
/// Systems of more integer variables than this are left to other ways than flat directions …
pub(crate) const SLAB_VARIABLES: usize = 24;
/// … and so are those of more slabs.
pub(crate) const SLABS: usize = 64;
/// Steps of lattice reduction for each pair of vectors; a basis that is not quite reduced will do.
pub(crate) const REDUCTION_STEPS: usize = 40;

/// Equations beyond this many are not solved over the integers but left to branching.
pub(crate) const SOLVED_EQUATIONS: usize = 300;

/// How many moves one call makes to keep numbers apart.
pub(crate) const DIVERSIFYING_MOVES: usize = 20_000;
/// How many of the variables that carry a basic one are tried.
pub(crate) const DIVERSIFYING_CARRIERS: usize = 4;

/// Finite index sorts of more values than this are not spelt out.
pub(crate) const SPELT_OUT: u64 = 64;
