//! Forgetting learnt clauses, and moving the rest together.

use crate::Solver;
use crate::arena::ClauseRef;

/// Clauses of so few decision levels are kept for good.
const KEPT_GLUE: u32 = 2;

impl Solver {
    /// Forgets the worse half of the learnt clauses. Only at level 0, where none is a reason.
    pub(crate) fn reduce(&mut self) {
        debug_assert_eq!(self.decision_level(), 0);
        let mut candidates: Vec<ClauseRef> = Vec::new();
        let mut kept: Vec<ClauseRef> = Vec::new();
        for &clause in &self.learnts {
            let is_used = self.arena.is_used(clause);
            self.arena.set_used(clause, false);
            let glue = self.arena.lbd(clause);
            if glue <= KEPT_GLUE || self.arena.len(clause) == 2 || is_used && glue <= 6 {
                kept.push(clause);
            } else {
                candidates.push(clause);
            }
        }
        candidates.sort_by_key(|&clause| (self.arena.lbd(clause), self.arena.len(clause)));
        let half = candidates.len() / 2;
        for &clause in &candidates[half..] {
            self.arena.delete(clause);
        }
        kept.extend_from_slice(&candidates[..half]);
        self.learnts = kept;
        if self.pace.units_cleaned < self.trail.len() {
            self.pace.units_cleaned = self.trail.len();
            self.delete_satisfied();
        }
        for list in self.watches.iter_mut() {
            list.retain(|watch| !self.arena.is_deleted(watch.clause()));
        }
        self.pace.learnt_limit = self.pace.learnt_limit.max(self.learnts.len() + 1000) + 300;
        if self.arena.wants_collection() {
            self.collect();
        }
    }

    /// Marks clauses that are true at level 0 as deleted.
    fn delete_satisfied(&mut self) {
        for index in 0..self.watches.len() {
            for position in 0..self.watches[index_lit(index)].len() {
                let clause = self.watches[index_lit(index)][position].clause();
                if self.arena.is_deleted(clause) {
                    continue;
                }
                if self.arena.lits(clause).any(|lit| self.values[lit] > 0) {
                    self.arena.delete(clause);
                }
            }
        }
        self.learnts.retain(|&clause| !self.arena.is_deleted(clause));
        self.temporaries.retain(|&clause| !self.arena.is_deleted(clause));
    }

    /// Moves the living clauses together. Only at level 0.
    pub(crate) fn collect(&mut self) {
        let mut target = self.arena.successor();
        for list in self.watches.iter_mut() {
            for watch in list.iter_mut() {
                let moved = self.arena.relocate(watch.clause(), &mut target);
                watch.move_to(moved);
            }
        }
        for clause in self.learnts.iter_mut().chain(self.temporaries.iter_mut()) {
            *clause = self.arena.relocate(*clause, &mut target);
        }
        // At level 0 reasons are not looked at again; forget them rather than move them.
        for position in 0..self.trail.len() {
            self.reason[self.trail[position].var()] = None;
        }
        self.arena = target;
    }
}

fn index_lit(index: usize) -> buttress_prop::Lit {
    buttress_prop::Lit::from_code(index as u32)
}
