//! What propagation has to look at.

use buttress_numeric::Variable;

use super::atoms::Atom;

/// What has to be looked at, and scratch.
#[derive(Debug, Default)]
pub(super) struct Visits {
    /// Atoms that were registered since the last look.
    pub(super) news: Vec<Atom>,
    pub(super) tightened: Vec<Variable>,
    /// Variables with new bounds whose rows have not been looked at.
    pub(super) postponed: Vec<Variable>,
    /// The look at which a row, named by its basic variable, was last visited.
    pub(super) visited: Vec<u64>,
    pub(super) look: u64,
    pub(super) found: Vec<(Atom, bool)>,
}
