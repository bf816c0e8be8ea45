//! Unit propagation with two watched literals, inside the query's cone.

use buttress_prop::{Lit, Var};

use crate::arena::ClauseRef;
use crate::solver::Solver;
use crate::watch::Watch;

impl Solver {
    pub(crate) fn decision_level(&self) -> u32 {
        self.trail.decision_level()
    }

    pub(crate) fn new_level(&mut self) {
        self.trail.new_level();
        self.frontier.save();
    }

    /// Makes `lit` true at the current level.
    #[inline]
    pub(crate) fn assign(&mut self, lit: Lit, reason: Option<ClauseRef>) {
        self.trail.assign(lit, reason);
    }

    /// Undoes all levels above `level`.
    pub(crate) fn backtrack(&mut self, level: u32) {
        if self.decision_level() <= level {
            return;
        }
        let (phase, order) = (&mut self.phase, &mut self.order);
        let is_filled = self.order_is_filled;
        self.trail.backtrack(level, |lit| {
            phase[lit.var()] = lit.is_positive();
            if is_filled {
                order.insert(lit.var());
            }
        });
        self.frontier.restore(level as usize);
    }

    /// Propagates at level 0 over the whole formula, and notes the units in the proof.
    pub(crate) fn propagate_for_good(&mut self) {
        debug_assert_eq!(self.decision_level(), 0);
        let restricted = !self.cone.is_whole();
        self.cone.set_whole();
        let before = self.trail.head;
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
        for position in start..self.trail.lits.len() {
            let lit = self.trail.lits[position];
            let Some(reason) = self.trail.reason(lit.var()) else { continue };
            let others = self.clauses.arena.lits(reason).filter(|&other| other != lit);
            let mut hints: Vec<u32> = others.map(|other| self.unit_ids[other.var()]).collect();
            hints.push(self.clauses.arena.proof_id(reason));
            if let Some(proof) = &mut self.proof {
                self.unit_ids[lit.var()] = proof.derive([lit], hints);
            }
        }
    }

    fn log_empty(&mut self, conflict: ClauseRef) {
        let units = self.clauses.arena.lits(conflict).map(|lit| self.unit_ids[lit.var()]);
        let hints: Vec<u32> = units.chain([self.clauses.arena.proof_id(conflict)]).collect();
        if let Some(proof) = &mut self.proof {
            proof.derive([], hints);
        }
    }

    /// Propagates all that is due; answers a clause that became false.
    pub(crate) fn propagate(&mut self) -> Option<ClauseRef> {
        let start = self.trail.head;
        let conflict = self.propagate_due();
        self.stats.propagations += (self.trail.head - start) as u64;
        conflict
    }

    fn propagate_due(&mut self) -> Option<ClauseRef> {
        while self.trail.head < self.trail.lits.len() {
            let lit = self.trail.lits[self.trail.head];
            self.trail.head += 1;
            let mut list = std::mem::take(&mut self.clauses.watches[lit]);
            let conflict = self.visit(lit, &mut list);
            self.clauses.watches[lit] = list;
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
            let blocker_value = self.trail.values[watch.blocker];
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
            let codes = self.clauses.arena.codes_mut(clause);
            if codes[0] == falsified {
                codes.swap(0, 1);
            }
            let first = Lit::from_code(codes[0]);
            let first_value = self.trail.values[first];
            if first_value > 0 {
                list[kept] = watch.with_blocker(first);
                kept += 1;
                continue;
            }
            for position in 2..codes.len() {
                let other = Lit::from_code(codes[position]);
                if self.trail.values[other] >= 0 {
                    codes.swap(1, position);
                    self.clauses.watches[!other].push(watch.with_blocker(first));
                    continue 'watches;
                }
            }
            list[kept] = watch.with_blocker(first);
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
