//! When an obligation counts as stubborn. The two bounds of generalisation are about those that were published for it; the others are not tuned.

/// Visits to an obligation from which on counterexamples to generalisation are blocked.
pub(crate) const MILD: u32 = 10;

/// Visits from which on those of the counterexamples are blocked, too.
pub(crate) const STUBBORN: u32 = 40;

/// So many obligations of a chain are looked at together.
pub(crate) const KIN: usize = 4;

/// An obligation that was looked at so often is told to others.
pub(crate) const WORTH_TELLING: u32 = 10;
