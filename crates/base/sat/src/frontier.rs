//! The justification frontier's state: how far a query has been justified, level by level.
//!
//! Positions only move forward while values are added; each level remembers where they stood when
//! it was opened, because what was justified then stays so until that level is undone.

use std::sync::Arc;

use buttress_prop::{Gates, Var};

/// What of a query is left to be justified.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frontier {
    pub(crate) gates: Option<Arc<Gates>>,
    pub(crate) is_open: bool,
    /// The number of conflicts at which the query counts as hard.
    pub(crate) until: u64,
    /// Gates with a value at level 0 that level 0 does not justify.
    pub(crate) zero: Vec<Var>,
    /// How much of the trail at level 0 has been looked at for them.
    pub(crate) zero_seen: usize,
    /// Variables of the query's own clause.
    pub(crate) clause: Vec<Var>,
    pub(crate) at: Position,
    pub(crate) saved: Vec<Position>,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Position {
    pub(crate) zero: usize,
    pub(crate) trail: usize,
    pub(crate) always: usize,
    pub(crate) clause: usize,
}

impl Frontier {
    pub(crate) fn set_gates(&mut self, gates: Arc<Gates>) {
        self.gates = Some(gates);
    }

    pub(crate) fn gates(&self) -> Option<&Arc<Gates>> {
        self.gates.as_ref()
    }

    pub(crate) fn is_open(&self) -> bool {
        self.is_open
    }

    pub(crate) fn close(&mut self) {
        self.is_open = false;
    }

    pub(crate) fn save(&mut self) {
        if self.is_open {
            self.saved.push(self.at);
        }
    }

    pub(crate) fn restore(&mut self, level: usize) {
        if let Some(&position) = self.saved.get(level) {
            self.at = position;
            self.saved.truncate(level);
        }
    }
}
