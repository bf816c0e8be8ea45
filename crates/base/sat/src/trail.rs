//! The trail: which literals are true, since when, and why.
//!
//! Invariant: a literal of the trail has value 1 and its negation −1, all others 0; the levels of the trail's literals do not fall.

use buttress_prop::{IndexVec, Lit, Var};

use crate::arena::ClauseRef;

/// Value of a literal: 1 true, −1 false, 0 open.
pub(crate) type Value = i8;

/// The reason of a literal that a propagator implied and has not explained yet.
pub(crate) const UNEXPLAINED: ClauseRef = ClauseRef(u32::MAX);

/// When and why a variable got its value: side by side, because they are written together.
#[derive(Clone, Copy, Debug)]
struct Assigned {
    level: u32,
    /// The place on the trail.
    position: u32,
    reason: Option<ClauseRef>,
}

/// The partial assignment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trail {
    pub(crate) values: IndexVec<Lit, Value>,
    /// Of each variable that has a value, when and why; of others, what was so the last time.
    assigned: IndexVec<Var, Assigned>,
    /// The true literals, in the order in which they became so.
    pub(crate) lits: Vec<Lit>,
    pub(crate) level_starts: Vec<usize>,
    /// How many of the literals have been propagated.
    pub(crate) head: usize,
}

impl Trail {
    pub(crate) fn add_var(&mut self) {
        self.values.push(0);
        self.values.push(0);
        self.assigned.push(Assigned { level: 0, position: 0, reason: None });
    }

    /// The number of variables.
    pub(crate) fn vars(&self) -> usize {
        self.assigned.len()
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
        let (level, position) = (self.level_starts.len() as u32, self.lits.len() as u32);
        self.assigned[lit.var()] = Assigned { level, position, reason };
        self.lits.push(lit);
    }

    /// The level at which the variable was assigned.
    #[inline]
    pub(crate) fn level(&self, var: Var) -> u32 {
        self.assigned[var].level
    }

    /// Where on the trail the variable was assigned.
    #[inline]
    pub(crate) fn position(&self, var: Var) -> u32 {
        self.assigned[var].position
    }

    /// The clause that implied the variable's value; none for a decision.
    #[inline]
    pub(crate) fn reason(&self, var: Var) -> Option<ClauseRef> {
        self.assigned[var].reason
    }

    /// Another reason for the same value.
    pub(crate) fn set_reason(&mut self, var: Var, reason: Option<ClauseRef>) {
        self.assigned[var].reason = reason;
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
