//! The trail: which literals are true, since when, and why.
//!
//! Invariant: a literal of the trail has value 1 and its negation −1, all others 0; the levels of the trail's literals do not fall.

use buttress_prop::{IndexVec, Lit, Var};

use crate::arena::ClauseRef;

/// Value of a literal: 1 true, −1 false, 0 open.
pub(crate) type Value = i8;

/// The reason of a literal that a propagator implied and has not explained yet.
pub(crate) const UNEXPLAINED: ClauseRef = ClauseRef(u32::MAX);

/// The partial assignment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trail {
    pub(crate) values: IndexVec<Lit, Value>,
    pub(crate) level: IndexVec<Var, u32>,
    pub(crate) reason: IndexVec<Var, Option<ClauseRef>>,
    /// The true literals, in the order in which they became so.
    pub(crate) lits: Vec<Lit>,
    /// Where on the trail a variable was assigned.
    pub(crate) position: IndexVec<Var, u32>,
    pub(crate) level_starts: Vec<usize>,
    /// How many of the literals have been propagated.
    pub(crate) head: usize,
}

impl Trail {
    pub(crate) fn add_var(&mut self) {
        self.values.push(0);
        self.values.push(0);
        self.level.push(0);
        self.position.push(0);
        self.reason.push(None);
    }

    /// The number of variables.
    pub(crate) fn vars(&self) -> usize {
        self.level.len()
    }

    pub(crate) fn decision_level(&self) -> u32 {
        self.level_starts.len() as u32
    }

    pub(crate) fn new_level(&mut self) {
        self.level_starts.push(self.lits.len());
    }

    /// Makes `lit` true at the current level.
    #[inline]
    pub(crate) fn assign(&mut self, lit: Lit, reason: Option<ClauseRef>) {
        debug_assert_eq!(self.values[lit], 0);
        self.values[lit] = 1;
        self.values[!lit] = -1;
        let var = lit.var();
        self.level[var] = self.level_starts.len() as u32;
        self.reason[var] = reason;
        self.position[var] = self.lits.len() as u32;
        self.lits.push(lit);
    }

    /// Undoes all levels above `level`, of which there must be some; tells of each literal, the last first.
    pub(crate) fn backtrack(&mut self, level: u32, mut undone: impl FnMut(Lit)) {
        let start = self.level_starts[level as usize];
        for position in (start..self.lits.len()).rev() {
            let lit = self.lits[position];
            self.values[lit] = 0;
            self.values[!lit] = 0;
            undone(lit);
        }
        self.lits.truncate(start);
        self.level_starts.truncate(level as usize);
        self.head = start;
    }
}
