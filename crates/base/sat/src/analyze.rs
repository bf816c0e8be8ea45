//! Conflict analysis: the clause to learn, and the core of a failed query.

use buttress_prop::{Lit, Var};

use crate::arena::{ClauseRef, Kind};
use crate::limits::{DEEPEST_IMPLICATION, KEPT_GLUE};
use crate::proof::{NO_PROOF, ProofId};
use crate::propagator::Propagator;
use crate::scratch::Scratch;
use crate::solver::Solver;
use crate::trail::UNEXPLAINED;

impl Solver {
    /// Learns from `conflict` (first unique implication point); answers the level to return to.
    pub(crate) fn analyze<T: Propagator>(&mut self, conflict: ClauseRef, theory: &mut T) -> u32 {
        let mut scratch = std::mem::take(&mut self.analysis);
        scratch.learnt.clear();
        scratch.learnt.push(Lit::TRUE);
        scratch.marked.clear();
        scratch.resolved.clear();
        let current = self.decision_level();
        let mut open = 0;
        let mut position = self.trail.lits.len();
        let mut clause = conflict;
        let mut implied: Option<Lit> = None;
        loop {
            self.note_use(clause, &mut scratch);
            for index in 0..self.clauses.arena.len(clause) {
                let lit = self.clauses.arena.lit(clause, index);
                if Some(lit) == implied {
                    continue;
                }
                let var = lit.var();
                if self.seen[var] {
                    continue;
                }
                if self.trail.level(var) == 0 {
                    if self.proof.is_some() {
                        self.seen[var] = true;
                        scratch.marked.push(lit);
                        scratch.resolved.push(!lit);
                    }
                    continue;
                }
                self.seen[var] = true;
                scratch.marked.push(lit);
                self.order.bump(var);
                if self.trail.level(var) == current {
                    open += 1;
                } else {
                    scratch.learnt.push(lit);
                }
            }
            let lit = loop {
                position -= 1;
                let lit = self.trail.lits[position];
                if self.seen[lit.var()] && self.trail.level(lit.var()) == current {
                    break lit;
                }
            };
            open -= 1;
            if open == 0 {
                scratch.learnt[0] = !lit;
                break;
            }
            scratch.resolved.push(lit);
            implied = Some(lit);
            clause =
                self.reason_of(lit, theory).expect("only the decision of a level has no reason");
        }
        self.minimize(&mut scratch);
        for &lit in &scratch.marked {
            self.seen[lit.var()] = false;
        }
        for var in scratch.failed.drain(..) {
            self.failed[var] = false;
        }
        let level = self.place_second_watch(&mut scratch.learnt);
        self.analysis = scratch;
        level
    }

    /// Marks a learnt clause as useful, and counts its glue anew: it may have become smaller.
    fn note_use(&mut self, clause: ClauseRef, scratch: &mut Scratch) {
        if self.clauses.arena.kind(clause) != Kind::Learnt {
            return;
        }
        self.clauses.arena.set_used(clause, true);
        let known = self.clauses.arena.lbd(clause);
        if known > KEPT_GLUE {
            let vars = self.clauses.arena.lits(clause).map(|lit| lit.var());
            let glue = self.count_levels(vars, scratch);
            self.clauses.arena.set_lbd(clause, glue.min(known));
        }
    }

    /// Drops literals that the others imply.
    fn minimize(&mut self, scratch: &mut Scratch) {
        let mut kept = 1;
        let bit = |level: u32| 1u64 << (level & 63);
        let levels = scratch.learnt.iter().map(|lit| bit(self.trail.level(lit.var())));
        let levels = levels.fold(0, |all, level| all | level);
        for index in 1..scratch.learnt.len() {
            let lit = scratch.learnt[index];
            if !self.has_clause(lit.var()) || !self.is_implied(lit, levels, scratch) {
                scratch.learnt[kept] = lit;
                kept += 1;
            }
        }
        scratch.learnt.truncate(kept);
    }

    /// Was the variable implied by a clause? What a theory has not explained is not worth asking
    /// for just to drop a literal.
    fn has_clause(&self, var: Var) -> bool {
        self.trail.reason(var).is_some_and(|reason| reason != UNEXPLAINED)
    }

    /// Is ¬lit a consequence of the negations of literals already seen? Their levels are `levels`,
    /// as bits: what was assigned at another level leads to another decision, which is not seen.
    ///
    /// Reasons are walked depth first. What is found to be implied is seen from then on, and what is found not to be is remembered
    /// until the analysis ends, so that no variable is looked at twice.
    fn is_implied(&mut self, lit: Lit, levels: u64, scratch: &mut Scratch) -> bool {
        scratch.path.clear();
        scratch.path.push((lit, 0));
        while let Some((lit, place)) = scratch.path.last_mut() {
            let lit = *lit;
            let reason = self.trail.reason(lit.var()).expect("only implied literals are walked");
            if *place == self.clauses.arena.len(reason) {
                scratch.path.pop();
                if self.proof.is_some() {
                    scratch.resolved.push(!lit);
                }
                if !std::mem::replace(&mut self.seen[lit.var()], true) {
                    scratch.marked.push(lit);
                }
                continue;
            }
            let other = self.clauses.arena.lit(reason, *place);
            *place += 1;
            let var = other.var();
            if var == lit.var() || self.seen[var] {
                continue;
            }
            if self.trail.level(var) == 0 {
                if self.proof.is_some() {
                    self.seen[var] = true;
                    scratch.marked.push(other);
                    scratch.resolved.push(!other);
                }
                continue;
            }
            let is_elsewhere = levels >> (self.trail.level(var) & 63) & 1 == 0;
            let is_hopeless = is_elsewhere || self.failed[var] || !self.has_clause(var);
            if is_hopeless || scratch.path.len() >= DEEPEST_IMPLICATION {
                // Whatever leads here is not implied either; beyond the depth that is only presumed.
                for (lit, _) in scratch.path.drain(..) {
                    self.failed[lit.var()] = true;
                    scratch.failed.push(lit.var());
                }
                return false;
            }
            scratch.path.push((other, 0));
        }
        true
    }

    /// Moves a literal of the highest level below the current one to place 1; answers that level.
    fn place_second_watch(&self, learnt: &mut [Lit]) -> u32 {
        let levels = learnt.iter().enumerate().skip(1);
        match levels.max_by_key(|(_, lit)| self.trail.level(lit.var())) {
            Some((index, lit)) => {
                let level = self.trail.level(lit.var());
                learnt.swap(1, index);
                level
            }
            None => 0,
        }
    }

    /// The number of decision levels among the literals just learnt.
    pub(crate) fn glue(&mut self) -> u32 {
        let mut scratch = std::mem::take(&mut self.analysis);
        let learnt = std::mem::take(&mut scratch.learnt);
        let glue = self.count_levels(learnt.iter().map(|lit| lit.var()), &mut scratch);
        scratch.learnt = learnt;
        self.analysis = scratch;
        glue
    }

    /// The number of decision levels of variables that all have a value.
    fn count_levels(&self, vars: impl Iterator<Item = Var>, scratch: &mut Scratch) -> u32 {
        let levels = self.trail.level_starts.len() + 1;
        if scratch.level_stamp.len() < levels {
            scratch.level_stamp.resize(levels, 0);
        }
        scratch.stamp = scratch.stamp.wrapping_add(1);
        if scratch.stamp == 0 {
            scratch.level_stamp.fill(0);
            scratch.stamp = 1;
        }
        let mut glue = 0;
        for var in vars {
            let stamp = &mut scratch.level_stamp[self.trail.level(var) as usize];
            if *stamp != scratch.stamp {
                *stamp = scratch.stamp;
                glue += 1;
            }
        }
        glue
    }

    /// Logs the clause just learnt from `conflict`; answers its number.
    pub(crate) fn log_learnt(&mut self, conflict: ClauseRef) -> ProofId {
        let mut resolved = std::mem::take(&mut self.analysis.resolved);
        let hints = self.hints(&mut resolved, conflict);
        self.analysis.resolved = resolved;
        match &mut self.proof {
            Some(proof) => proof.derive(self.analysis.learnt.iter().copied(), hints),
            None => NO_PROOF,
        }
    }

    /// The reasons of the true literals `resolved` in the order of the trail, then the conflict:
    /// in this order each is unit under the negation of the derived clause.
    fn hints(&self, resolved: &mut Vec<Lit>, conflict: ClauseRef) -> Vec<ProofId> {
        if self.proof.is_none() {
            return Vec::new();
        }
        resolved.sort_unstable_by_key(|lit| self.trail.position(lit.var()));
        resolved.dedup();
        let mut hints = Vec::with_capacity(resolved.len() + 1);
        for lit in resolved.iter() {
            let var = lit.var();
            match self.trail.reason(var) {
                _ if self.trail.level(var) == 0 => hints.push(self.unit_ids[var]),
                Some(reason) => hints.push(self.clauses.arena.proof_id(reason)),
                None => {}
            }
        }
        hints.push(self.clauses.arena.proof_id(conflict));
        hints
    }

    /// The core of a query whose assumptions alone led to `conflict`.
    pub(crate) fn core_of_conflict<T: Propagator>(&mut self, conflict: ClauseRef, theory: &mut T) {
        let literals: Vec<Lit> = self.clauses.arena.lits(conflict).collect();
        self.collect_core(&literals, conflict, theory);
    }

    /// The core when the assumption `lit` is false before anything was propagated from assumptions.
    pub(crate) fn core_of_assumption(&mut self, lit: Lit) {
        self.core.clear();
        self.core.push(lit);
        if self.trail.level(lit.var()) > 0 {
            // Its negation is assumed too: the two refute each other without any clause.
            self.core.push(!lit);
        } else if self.proof.is_some() {
            self.failure = Some(self.unit_ids[lit.var()]);
        }
    }

    /// Which assumptions make all of `literals` false?
    fn collect_core<T: Propagator>(
        &mut self,
        literals: &[Lit],
        conflict: ClauseRef,
        theory: &mut T,
    ) {
        self.core.clear();
        let logging = self.proof.is_some();
        let mut resolved = Vec::new();
        let mut zero = Vec::new();
        for &lit in literals {
            if self.trail.level(lit.var()) > 0 {
                self.seen[lit.var()] = true;
            } else if logging {
                zero.push(!lit);
            }
        }
        let start = self.trail.level_starts.first().copied().unwrap_or(self.trail.lits.len());
        for position in (start..self.trail.lits.len()).rev() {
            let lit = self.trail.lits[position];
            if !std::mem::replace(&mut self.seen[lit.var()], false) {
                continue;
            }
            match self.reason_of(lit, theory) {
                None => self.core.push(lit),
                Some(reason) => {
                    resolved.push(lit);
                    for index in 0..self.clauses.arena.len(reason) {
                        let other = self.clauses.arena.lit(reason, index);
                        if other == lit {
                            continue;
                        }
                        if self.trail.level(other.var()) > 0 {
                            self.seen[other.var()] = true;
                        } else if logging {
                            zero.push(!other);
                        }
                    }
                }
            }
        }
        if self.learns_cores {
            resolved.extend(zero);
            self.derive_core(resolved, conflict);
        }
    }

    /// Derives the clause that says that the core fails.
    fn derive_core(&mut self, mut resolved: Vec<Lit>, conflict: ClauseRef) {
        let hints = self.hints(&mut resolved, conflict);
        self.analysis.learnt.clear();
        self.analysis.learnt.extend(self.core.iter().map(|&lit| !lit));
        self.derived_core = Some(match &mut self.proof {
            Some(proof) => proof.derive(self.analysis.learnt.iter().copied(), hints),
            None => NO_PROOF,
        });
    }
}
