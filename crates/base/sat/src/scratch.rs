//! Buffers of conflict analysis.

use buttress_prop::{Lit, Var};

/// Buffers that analyses reuse.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    /// The learnt clause; the asserting literal first.
    pub(crate) learnt: Vec<Lit>,
    pub(crate) marked: Vec<Lit>,
    /// The implications being walked: each literal, and how far its reason was looked at.
    pub(crate) path: Vec<(Lit, usize)>,
    /// Variables that are not implied by the learnt clause.
    pub(crate) failed: Vec<Var>,
    pub(crate) level_stamp: Vec<u32>,
    pub(crate) stamp: u32,
    /// In a logging solver: the literals whose reasons were used.
    pub(crate) resolved: Vec<Lit>,
}
