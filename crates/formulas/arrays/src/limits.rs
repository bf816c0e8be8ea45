//! How large formulas and index sets may become; not tuned.

/// A sort with more values is not written out.
pub(crate) const DOMAIN_VALUES: usize = 16;
/// A quantifier is written out into at most so many formulas.
pub(crate) const NORMAL_CASES: usize = 256;
/// A conjunction in a conjunction is opened if it has at most so many parts.
pub(crate) const OPENED_CONJUNCTS: usize = 16;
/// ∧ is distributed over ∨ as long as there are at most so many clauses.
pub(crate) const SEPARATED_CLAUSES: usize = 1024;
/// More terms than this are not listed in an index set, nor instances of one term.
pub(crate) const INDEX_TERMS: usize = 20_000;
