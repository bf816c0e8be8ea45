//! The solver's side of a theory: its consequences become assignments and clauses.

use buttress_budget::Exhausted;
use buttress_prop::Lit;

use crate::arena::{ClauseRef, Kind};
use crate::limits::LARGEST_GLUE;
use crate::proof::NO_PROOF;
use crate::propagator::{Consequences, Lemma, Propagator};
use crate::solver::Solver;
use crate::trail::UNEXPLAINED;

/// What the theory's word changed.
pub(crate) enum Change {
    /// Nothing is due.
    Nothing,
    /// There is more to propagate, perhaps on a lower level.
    Progress,
    /// A clause is false; some of its literals are of the current level.
    Conflict(ClauseRef),
}

impl Solver {
    /// Undoes levels here and in the theory.
    pub(crate) fn undo<T: Propagator>(&mut self, level: u32, theory: &mut T) {
        if self.decision_level() > level {
            self.backtrack(level);
            theory.backtrack(level);
        }
    }

    /// Propagates clauses and theory until neither has more to say; answers a false clause.
    pub(crate) fn propagate_with<T: Propagator>(
        &mut self,
        theory: &mut T,
    ) -> Result<Option<ClauseRef>, Exhausted> {
        loop {
            if let Some(conflict) = self.propagate() {
                return Ok(Some(conflict));
            }
            if !T::IS_ACTIVE || self.inconsistent {
                return Ok(None);
            }
            let mut consequences = std::mem::take(&mut self.consequences);
            consequences.clear();
            theory.propagate(&self.trail.lits, &mut consequences)?;
            let change = self.accept(&mut consequences, theory);
            self.consequences = consequences;
            match change {
                Change::Nothing => return Ok(None),
                Change::Progress if self.decision_level() == 0 => return Ok(None),
                Change::Progress => {}
                Change::Conflict(conflict) => return Ok(Some(conflict)),
            }
        }
    }

    /// Level 0: lets the theory speak until it is silent or there is a contradiction.
    pub(crate) fn settle_level_zero<T: Propagator>(
        &mut self,
        theory: &mut T,
    ) -> Result<(), Exhausted> {
        debug_assert_eq!(self.decision_level(), 0);
        while T::IS_ACTIVE && !self.inconsistent {
            let mut consequences = std::mem::take(&mut self.consequences);
            consequences.clear();
            theory.propagate(&self.trail.lits, &mut consequences)?;
            self.reserve(consequences.vars);
            let is_silent = consequences.implied.is_empty() && consequences.clauses.is_empty();
            for index in 0..consequences.implied.len() {
                let lit = consequences.implied[index];
                if self.trail.values[lit] <= 0 {
                    let lemma = theory.explain(lit);
                    self.add_lemma(lemma, theory);
                }
            }
            for lemma in consequences.clauses.drain(..) {
                self.add_lemma(lemma, theory);
            }
            self.consequences = consequences;
            if is_silent {
                break;
            }
        }
        Ok(())
    }

    /// Asks the theory about a full assignment.
    pub(crate) fn final_check_with<T: Propagator>(
        &mut self,
        theory: &mut T,
    ) -> Result<Change, Exhausted> {
        let mut consequences = std::mem::take(&mut self.consequences);
        consequences.clear();
        theory.final_check(&self.trail.lits, &mut consequences)?;
        let is_silent = consequences.clauses.is_empty() && consequences.implied.is_empty();
        let change = self.accept(&mut consequences, theory);
        self.consequences = consequences;
        // New clauses may have new variables to decide on even if nothing is due at once.
        Ok(match change {
            Change::Nothing if !is_silent => Change::Progress,
            change => change,
        })
    }

    fn accept<T: Propagator>(&mut self, consequences: &mut Consequences, theory: &mut T) -> Change {
        let mut is_changed = consequences.vars > self.vars();
        self.reserve(consequences.vars);
        let mut falsified = Vec::new();
        for index in 0..consequences.implied.len() {
            let lit = consequences.implied[index];
            match self.trail.values[lit] {
                0 => {
                    self.assign(lit, Some(UNEXPLAINED));
                    is_changed = true;
                }
                1 => {}
                _ => {
                    let lemma = theory.explain(lit);
                    falsified.extend(self.add_lemma(lemma, theory));
                    is_changed = true;
                    break;
                }
            }
        }
        for lemma in consequences.clauses.drain(..) {
            let propagated = self.trail.lits.len();
            let level = self.decision_level();
            falsified.extend(self.add_lemma(lemma, theory));
            is_changed |= self.trail.lits.len() != propagated || self.decision_level() != level;
        }
        // A later clause may have undone the level at which an earlier one was false. Of those that
        // are still false, the one that was so first is faced: above its level all others have
        // an open literal again, and propagation notices if it becomes false.
        falsified.retain(|clause| {
            self.clauses.arena.lits(*clause).all(|lit| self.trail.values[lit] < 0)
        });
        let levels = |clause: &ClauseRef| {
            self.clauses
                .arena
                .lits(*clause)
                .map(|lit| self.trail.level(lit.var()))
                .max()
                .unwrap_or(0)
        };
        if let Some(clause) = falsified.into_iter().min_by_key(levels) {
            return self.resolve_false(clause, theory);
        }
        if is_changed { Change::Progress } else { Change::Nothing }
    }

    /// Returns to the level where a false clause first was false.
    fn resolve_false<T: Propagator>(&mut self, clause: ClauseRef, theory: &mut T) -> Change {
        let levels = self.clauses.arena.lits(clause).map(|lit| self.trail.level(lit.var()));
        let level = levels.max().unwrap_or(0);
        self.undo(level.max(1), theory);
        let highest =
            self.clauses.arena.lits(clause).filter(|lit| self.trail.level(lit.var()) == level);
        let highest: Vec<Lit> = highest.collect();
        if level > 1 && highest.len() == 1 {
            // The clause would have implied this literal earlier: catch up.
            let others = self.clauses.arena.lits(clause).filter(|lit| *lit != highest[0]);
            let level = others.map(|lit| self.trail.level(lit.var())).max().unwrap_or(0);
            self.undo(level.max(1), theory);
            self.assign(highest[0], Some(clause));
            return Change::Progress;
        }
        Change::Conflict(clause)
    }

    /// Adds a clause in the middle of a search; answers it if it is false. A clause that has become
    /// unit takes effect on the level where it did.
    fn add_lemma<T: Propagator>(&mut self, lemma: Lemma, theory: &mut T) -> Option<ClauseRef> {
        let Lemma { clause: mut literals, is_kept, tag } = lemma;
        let given = self.proof.as_mut().map_or(NO_PROOF, |proof| proof.give(tag));
        literals.sort_unstable();
        literals.dedup();
        if let Some(last) = literals.last() {
            self.reserve(last.var().index() + 1);
        }
        let is_tautology = literals.windows(2).any(|pair| pair[0].var() == pair[1].var());
        let is_settled =
            |lit: &Lit| self.trail.values[*lit] > 0 && self.trail.level(lit.var()) == 0;
        if self.inconsistent || is_tautology || literals.iter().any(is_settled) {
            return None;
        }
        let id = self.strip_settled(&mut literals, given);
        if literals.len() < 2 {
            self.undo(0, theory);
            // Undone levels cannot have held the literal at level 0.
            self.install(&literals, Kind::Given, id);
            return None;
        }
        // The two literals that stay or become open last are watched.
        let rank = |lit: &Lit| match self.trail.values[*lit] {
            1 => 0,
            0 => 1,
            _ => u32::MAX - self.trail.level(lit.var()),
        };
        literals.sort_by_key(rank);
        let kind = if is_kept { Kind::Given } else { Kind::Learnt };
        let clause = self.attach(&literals, kind, id);
        self.clauses.arena.set_lbd(clause, literals.len().min(LARGEST_GLUE) as u32);
        match (self.trail.values[literals[0]], self.trail.values[literals[1]]) {
            (-1, _) => Some(clause),
            (0, -1) => {
                let level = self.trail.level(literals[1].var());
                self.undo(level.max(1), theory);
                self.assign(literals[0], Some(clause));
                None
            }
            _ => None,
        }
    }

    /// The clause that made `lit` true; an explanation is fetched if it was not yet.
    pub(crate) fn reason_of<T: Propagator>(
        &mut self,
        lit: Lit,
        theory: &mut T,
    ) -> Option<ClauseRef> {
        let reason = self.trail.reason(lit.var())?;
        if reason != UNEXPLAINED {
            return Some(reason);
        }
        let Lemma { clause: mut literals, tag, .. } = theory.explain(lit);
        let id = self.proof.as_mut().map_or(NO_PROOF, |proof| proof.give(tag));
        literals.sort_unstable();
        literals.dedup();
        // The implied literal first, then the one that became false last: the watches' invariant.
        literals.sort_by_key(|&other| {
            if other == lit { 0 } else { u32::MAX - self.trail.position(other.var()) }
        });
        debug_assert_eq!(literals.first(), Some(&lit), "an explanation explains");
        debug_assert!(
            literals[1..].iter().all(|other| self.trail.values[*other] < 0
                && self.trail.position(other.var()) < self.trail.position(lit.var())),
            "an explanation is made of what was true before"
        );
        let clause = match literals.len() {
            // No watches are needed: a clause of one literal is looked at as a reason only.
            1 => self.clauses.arena.alloc(&literals, Kind::Learnt, id),
            _ => self.attach(&literals, Kind::Learnt, id),
        };
        self.clauses.arena.set_lbd(clause, literals.len().min(LARGEST_GLUE) as u32);
        self.trail.set_reason(lit.var(), Some(clause));
        Some(clause)
    }
}
