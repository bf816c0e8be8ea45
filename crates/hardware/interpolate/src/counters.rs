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
    /// Sets of states that interpolants have excluded from frames.
    pub excluded: u64,
    /// Interpolants that others' lemmas had made useless.
    pub outdated: u64,
}
