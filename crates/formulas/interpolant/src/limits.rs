//! How much is tried. None of these was tuned.

/// The most disjuncts of an interpolant.
pub(crate) const MOST_DISJUNCTS: usize = 300;
/// The most common terms that are compared with each other.
pub(crate) const MOST_COMMON_TERMS: usize = 40;
