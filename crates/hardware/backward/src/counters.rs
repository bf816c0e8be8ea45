//! What a run counts.

/// What a run has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Queries to solvers.
    pub queries: u64,
    /// States met by steps of computations.
    pub states: u64,
    /// Cubes that levels were found to exclude.
    pub cubes: u64,
    /// Clauses made from an invariant that is a disjunction.
    pub clauses: u64,
}
