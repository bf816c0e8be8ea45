//! Levels, and how long a constraint stays.

use buttress_numeric::{Constraint, ConstraintTag};

/// How long a constraint that is no atom stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lifetime {
    /// Until the present level is popped.
    Level,
    /// As above, and its row goes with it: it is not likely to come again.
    Passing,
    /// For good, whatever level it arrives at.
    Permanent,
}

/// What there was when a level was opened.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    pub(super) facts: usize,
    pub(super) closed: usize,
    pub(super) explained: usize,
    pub(super) cuts: usize,
    pub(super) moves: usize,
}

/// A constraint that stays when its level goes.
#[derive(Clone, Debug)]
pub(super) struct Permanent {
    pub(super) constraint: Constraint,
    pub(super) reason: ConstraintTag,
}
