//! Lemmas that arrive late: they would have implied a literal on a lower level than the present one.
//!
//! Such a literal becomes true on the present level, and nothing is undone for it: what a theory says of a full assignment seldom
//! concerns more than a little of it (chronological backtracking, after Nadel and Ryvchin; with reasons on record here, so that levels
//! on the trail do not fall). When the level goes, the lemma is looked at again.
//!
//! Invariant: noted lemmas lie in the order of the levels on which they were looked at, and none of these is above the present level.

use buttress_prop::Lit;

use crate::arena::{ClauseRef, Kind};
use crate::solver::Solver;

/// A clause all of whose literals but one were false before that one became true.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Late {
    lit: Lit,
    clause: ClauseRef,
    /// The level on which the other literals are false.
    since: u32,
    /// The level on which the clause was looked at last.
    seen: u32,
}

/// The late lemmas of a search.
#[derive(Clone, Debug, Default)]
pub(crate) struct LateLemmas {
    /// Do lemmas come because every variable has a value?
    pub(crate) is_full: bool,
    /// How many came so.
    pub(crate) lemmas: u64,
    noted: Vec<Late>,
    /// Those that were looked at on a level that is gone.
    due: Vec<Late>,
}

impl LateLemmas {
    /// All levels above `level` are gone.
    pub(crate) fn backtrack(&mut self, level: u32) {
        let kept = self.noted.partition_point(|late| late.seen <= level);
        self.due.extend(self.noted.drain(kept..));
    }
}

impl Solver {
    /// Makes `lit` true now, unless it is, although `clause` would have implied it on the level `since`.
    pub(crate) fn assign_late(&mut self, lit: Lit, clause: ClauseRef, since: u32) {
        let seen = self.decision_level();
        if since < seen {
            self.late.noted.push(Late { lit, clause, since, seen });
        }
        if self.trail.values[lit] == 0 {
            self.assign(lit, Some(clause));
        }
    }

    /// Looks again at the lemmas that are due; answers one that is false, with a literal of this level.
    pub(crate) fn catch_up(&mut self) -> Option<ClauseRef> {
        if self.late.due.is_empty() {
            return None;
        }
        let now = self.decision_level();
        let mut conflict = None;
        for late in std::mem::take(&mut self.late.due) {
            // Otherwise more than one of its literals is open.
            if late.since <= now {
                if self.trail.values[late.lit] < 0 {
                    conflict = Some(late.clause);
                }
                if conflict.is_some() {
                    self.late.noted.push(Late { seen: now, ..late });
                } else {
                    self.assign_late(late.lit, late.clause, late.since);
                }
            }
        }
        conflict
    }

    /// Level 0: literals that hold for good do so from now on.
    pub(crate) fn settle_late(&mut self) {
        debug_assert_eq!(self.decision_level(), 0);
        self.late.backtrack(0);
        for Late { lit, clause, since, .. } in std::mem::take(&mut self.late.due) {
            if since == 0 && self.trail.values[lit] <= 0 && !self.inconsistent {
                let id = self.clauses.arena.proof_id(clause);
                let mut literals = vec![lit];
                let id = self.strip_settled(&mut literals, id);
                self.install(&literals, Kind::Given, id);
            }
        }
    }
}
