//! Buffers of conflict analysis.

use buttress_prop::Lit;

/// Buffers that analyses reuse.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    /// The learnt clause; the asserting literal first.
    pub(crate) learnt: Vec<Lit>,
    pub(crate) marked: Vec<Lit>,
    pub(crate) stack: Vec<Lit>,
    pub(crate) level_stamp: Vec<u32>,
    pub(crate) stamp: u32,
    /// In a logging solver: the literals whose reasons were used.
    pub(crate) resolved: Vec<Lit>,
}
