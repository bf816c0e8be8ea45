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
