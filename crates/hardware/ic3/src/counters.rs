//! What a run counts.

/// What a run has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Queries to solvers.
    pub queries: u64,
    /// Clauses learnt.
    pub lemmas: u64,
    /// Obligations handled.
    pub obligations: u64,
    /// Obligations let go because they came back too often.
    pub let_go: u64,
    /// Counterexamples to generalisation that were blocked.
    pub ctgs: u64,
    /// Lemmas that were made from one of the frame before by one literal.
    pub predicted: u64,
    /// Clauses of others that were taken.
    pub offered: u64,
}
