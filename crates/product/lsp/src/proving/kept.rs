//! What was found about a unit, and how long it holds.

use super::outcome::Outcome;
use super::unit::{Key, Unit};

/// What was found about a unit.
pub(crate) struct Kept {
    key: Key,
    runs: Key,
    /// What was found.
    pub(crate) outcome: Outcome,
}

impl Kept {
    /// What was found about a unit as it was then.
    pub(crate) fn new(key: Key, runs: Key, outcome: Outcome) -> Kept {
        Kept { key, runs, outcome }
    }

    /// Does it still hold?
    pub(crate) fn is_about(&self, unit: &Unit) -> bool {
        self.key == unit.key && (self.runs == unit.runs || self.outcome.is_final())
    }
}
