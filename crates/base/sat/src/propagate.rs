//! Unit propagation with two watched literals, inside the query's cone.

use buttress_prop::{Lit, Var};

use crate::Solver;
use crate::arena::ClauseRef;

/// A clause to visit when a watched literal becomes false, with another of its literals:
/// while that one is true, the clause need not be looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    blocker: Lit,
    /// The clause's place; the top bit says that it has two literals.
    clause: u32,
}

const BINARY: u32 = 1 << 31;

impl Watch {
    pub(crate) fn new(clause: ClauseRef, blocker: Lit, is_binary: bool) -> Watch {
        debug_assert!(clause.0 < BINARY, "the arena is addressed by 31 bits");
        Watch { blocker, clause: clause.0 | if is_binary { BINARY } else { 0 } }
    }

    pub(crate) fn clause(self) -> ClauseRef {
        ClauseRef(self.clause & !BINARY)
    }

    pub(crate) fn is_binary(self) -> bool {
        self.clause & BINARY != 0
    }

    pub(crate) fn move_to(&mut self, clause: ClauseRef) {
        self.clause = clause.0 | self.clause & BINARY;
    }
}

impl Solver {
    pub(crate) fn decision_level(&self) -> u32 {
        self.level_starts.len() as u32
    }

    pub(crate) fn new_level(&mut self) {
        self.level_starts.push(self.trail.len());
        self.frontier.save();
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
        self.position[var] = self.trail.len() as u32;
        self.trail.push(lit);
    }

    /// Undoes all levels above `level`.
    pub(crate) fn backtrack(&mut self, level: u32) {
        if self.decision_level() <= level {
            return;
        }
        let start = self.level_starts[level as usize];
        for position in (start..self.trail.len()).rev() {
            let lit = self.trail[position];
            self.values[lit] = 0;
            self.values[!lit] = 0;
            self.phase[lit.var()] = lit.is_positive();
            if self.order_is_filled {
                self.order.insert(lit.var());
            }
        }
        self.trail.truncate(start);
        self.level_starts.truncate(level as usize);
        self.frontier.restore(level as usize);
        self.head = start;
    }

    /// Propagates at level 0 over the whole formula, and notes the units in the proof.
    pub(crate) fn propagate_for_good(&mut self) {
        debug_assert_eq!(self.decision_level(), 0);
        let restricted = !self.cone.is_whole();
        self.cone.set_whole();
        let before = self.head;
        let conflict = self.propagate();
        if restricted {
            self.cone.set_restricted();
        }
        if self.proof.is_some() {
            self.log_units(before);
            if let Some(conflict) = conflict {
                self.log_empty(conflict);
            }
        }
        if conflict.is_some() {
            self.inconsistent = true;
        }
    }

    /// Derives a unit clause for each literal that was implied at level 0 from position `start` on.
    fn log_units(&mut self, start: usize) {
        for position in start..self.trail.len() {
            let lit = self.trail[position];
            let Some(reason) = self.reason[lit.var()] else { continue };
            let others = self.arena.lits(reason).filter(|&other| other != lit);
            let mut hints: Vec<u32> = others.map(|other| self.unit_ids[other.var()]).collect();
            hints.push(self.arena.proof_id(reason));
            if let Some(proof) = &mut self.proof {
                self.unit_ids[lit.var()] = proof.derive([lit], hints);
            }
        }
    }

    fn log_empty(&mut self, conflict: ClauseRef) {
        let units = self.arena.lits(conflict).map(|lit| self.unit_ids[lit.var()]);
        let hints: Vec<u32> = units.chain([self.arena.proof_id(conflict)]).collect();
        if let Some(proof) = &mut self.proof {
            proof.derive([], hints);
        }
    }

    /// Propagates all that is due; answers a clause that became false.
    pub(crate) fn propagate(&mut self) -> Option<ClauseRef> {
        let start = self.head;
        let conflict = self.propagate_due();
        self.stats.propagations += (self.head - start) as u64;
        conflict
    }

    fn propagate_due(&mut self) -> Option<ClauseRef> {
        while self.head < self.trail.len() {
            let lit = self.trail[self.head];
            self.head += 1;
            let mut list = std::mem::take(&mut self.watches[lit]);
            let conflict = self.visit(lit, &mut list);
            self.watches[lit] = list;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Visits the clauses that watch ¬lit, now that `lit` is true.
    fn visit(&mut self, lit: Lit, list: &mut Vec<Watch>) -> Option<ClauseRef> {
        let falsified = (!lit).code();
        let mut kept = 0;
        let mut next = 0;
        let mut conflict = None;
        'watches: while next < list.len() {
            let watch = list[next];
            next += 1;
            let blocker_value = self.values[watch.blocker];
            if blocker_value > 0 || blocker_value == 0 && !self.is_searched(watch.blocker.var()) {
                list[kept] = watch;
                kept += 1;
                continue;
            }
            let clause = watch.clause();
            if watch.is_binary() {
                list[kept] = watch;
                kept += 1;
                if blocker_value < 0 {
                    conflict = Some(clause);
                    break;
                }
                self.assign(watch.blocker, Some(clause));
                continue;
            }
            let codes = self.arena.codes_mut(clause);
            if codes[0] == falsified {
                codes.swap(0, 1);
            }
            let first = Lit::from_code(codes[0]);
            let first_value = self.values[first];
            if first_value > 0 {
                list[kept] = Watch { blocker: first, clause: watch.clause };
                kept += 1;
                continue;
            }
            for position in 2..codes.len() {
                let other = Lit::from_code(codes[position]);
                if self.values[other] >= 0 {
                    codes.swap(1, position);
                    self.watches[!other].push(Watch { blocker: first, clause: watch.clause });
                    continue 'watches;
                }
            }
            list[kept] = Watch { blocker: first, clause: watch.clause };
            kept += 1;
            if first_value < 0 {
                conflict = Some(clause);
                break;
            }
            // Outside the cone the clause counts as satisfied: see `cone`.
            if self.is_searched(first.var()) {
                self.assign(first, Some(clause));
            }
        }
        if conflict.is_some() {
            list.copy_within(next.., kept);
            kept += list.len() - next;
        }
        list.truncate(kept);
        conflict
    }

    #[inline]
    fn is_searched(&self, var: Var) -> bool {
        self.cone.contains(var)
    }
}
