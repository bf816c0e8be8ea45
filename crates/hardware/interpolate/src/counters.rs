//! What a run counts.

/// What a run has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Queries to solvers.
    pub queries: u64,
    /// Unrollings that were refuted.
    pub refutations: u64,
    /// Steps of the proofs of these.
    pub steps: u64,
    /// Gates of interpolants.
    pub gates: u64,
    /// Lemmas that exclude what leads to bad pairs.
    pub excluded: u64,
}
