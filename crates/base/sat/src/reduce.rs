//! Forgetting learnt clauses, and moving the rest together.

use crate::arena::ClauseRef;
use crate::limits::{KEPT_GLUE, KEPT_GLUE_IF_USED};
use crate::solver::Solver;

impl Solver {
    /// Forgets the worse half of the learnt clauses. Only at level 0, where none is a reason.
    pub(crate) fn reduce(&mut self) {
        debug_assert_eq!(self.decision_level(), 0);
        let mut candidates: Vec<ClauseRef> = Vec::new();
        let mut kept: Vec<ClauseRef> = Vec::new();
        for &clause in &self.clauses.learnts {
            let is_used = self.clauses.arena.is_used(clause);
            self.clauses.arena.set_used(clause, false);
            let glue = self.clauses.arena.lbd(clause);
            if glue <= KEPT_GLUE
                || self.clauses.arena.len(clause) == 2
                || is_used && glue <= KEPT_GLUE_IF_USED
            {
                kept.push(clause);
            } else {
                candidates.push(clause);
            }
        }
        candidates.sort_by_key(|&clause| {
            (self.clauses.arena.lbd(clause), self.clauses.arena.len(clause))
        });
        let half = candidates.len() / 2;
        for &clause in &candidates[half..] {
            self.clauses.arena.delete(clause);
        }
        kept.extend_from_slice(&candidates[..half]);
        self.clauses.learnts = kept;
        if self.units_cleaned < self.trail.lits.len() {
            self.units_cleaned = self.trail.lits.len();
            self.delete_satisfied();
        }
        for list in self.clauses.watches.iter_mut() {
            list.retain(|watch| !self.clauses.arena.is_deleted(watch.clause()));
        }
        self.learnt_limit = self.learnt_limit.max(self.clauses.learnts.len() + 1000) + 300;
        if self.clauses.arena.wants_collection() {
            self.collect();
        }
    }

    /// Marks clauses that are true at level 0 as deleted.
    fn delete_satisfied(&mut self) {
        for index in 0..self.clauses.watches.len() {
            for position in 0..self.clauses.watches[index_lit(index)].len() {
                let clause = self.clauses.watches[index_lit(index)][position].clause();
                if self.clauses.arena.is_deleted(clause) {
                    continue;
                }
                if self.clauses.arena.lits(clause).any(|lit| self.trail.values[lit] > 0) {
                    self.clauses.arena.delete(clause);
                }
            }
        }
        self.clauses.learnts.retain(|&clause| !self.clauses.arena.is_deleted(clause));
        self.clauses.temporaries.retain(|&clause| !self.clauses.arena.is_deleted(clause));
    }

    /// Moves the living clauses together. Only at level 0.
    pub(crate) fn collect(&mut self) {
        // At level 0 reasons are not looked at again; forget them rather than move them.
        for position in 0..self.trail.lits.len() {
            self.trail.set_reason(self.trail.lits[position].var(), None);
        }
        self.clauses.collect();
    }
}

fn index_lit(index: usize) -> buttress_prop::Lit {
    buttress_prop::Lit::from_code(index as u32)
}
