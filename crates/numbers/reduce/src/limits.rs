//! Bounds on the sizes of reductions. None was tuned.

/// The most truth values that a definition leaves open: it is written out for all of them.
pub(crate) const MOST_DEFINITION_CASES: usize = 3;

/// A premise is taken at most at so many indices, or pairs of them. More are hardly ever needed, and none
/// of them is for soundness.
pub(crate) const MOST_CELL_PREMISES: usize = 6;

/// Clauses that read more cells are given up.
pub(crate) const MOST_CELLS: usize = 60;
/// What is seen of one value of a datatype. Not tuned.
pub(crate) const MOST_OBSERVATIONS: usize = 24;

/// A number that choices alone make is seen as a formula over them if it has no more values: votes are counted so. The masks of values have as many bits.
pub(crate) const MOST_TALLY_VALUES: usize = 64;

/// Choices are not followed further into each other than this. Not tuned.
pub(crate) const DEEPEST_TALLY: usize = 200;
