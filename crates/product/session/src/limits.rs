//! Bounds on effort that a run sets beside the user's own limits. Effort is counted by the solver: a million is about half a second.

/// The search for locations in a system over numbers.
pub(crate) const LOCATE_EFFORT: u64 = 500_000;

/// Minimising an interpretation of Horn clauses.
pub(crate) const MINIMISE_INTERPRETATION_EFFORT: u64 = 2_000_000;
