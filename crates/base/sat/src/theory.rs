//! The solver's side of a theory: its consequences become assignments and clauses.

use buttress_budget::Exhausted;
use buttress_prop::Lit;

use crate::arena::{ClauseRef, Kind};
use crate::limits::{CONFLICTS_PER_LEMMA, LARGEST_GLUE};
use crate::proof::{NO_PROOF, ProofId};
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
            self.late.backtrack(level);
            theory.backtrack(level);
        }
    }

    /// Propagates clauses and theory until neither has more to say; answers a false clause.
    pub(crate) fn propagate_with<T: Propagator>(
        &mut self,
        theory: &mut T,
    ) -> Result<Option<ClauseRef>, Exhausted> {
        loop {
            if let Some(conflict) = self.catch_up().or_else(|| self.propagate()) {
                return Ok(Some(conflict));
            }
            if !T::IS_ACTIVE || self.inconsistent {
                return Ok(None);
            }
            let mut consequences = std::mem::take(&mut self.consequences);
            consequences.clear();
            theory.propagate(&self.trail.lits, &mut consequences)?;
            self.take_revived(&consequences);
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
        self.settle_late();
        while T::IS_ACTIVE && !self.inconsistent {
            let mut consequences = std::mem::take(&mut self.consequences);
            consequences.clear();
            theory.propagate(&self.trail.lits, &mut consequences)?;
            self.take_revived(&consequences);
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
        let is_silent = consequences.clauses.is_empty()
            && consequences.implied.is_empty()
            && !consequences.has_revived;
        self.take_revived(&consequences);
        if consequences.starts_anew {
            self.undo(0, theory);
        }
        self.late.is_full = true;
        self.late.lemmas += consequences.clauses.len() as u64;
        let change = self.accept(&mut consequences, theory);
        self.late.is_full = false;
        self.consequences = consequences;
        // New clauses may have new variables to decide on even if nothing is due at once.
        Ok(match change {
            Change::Nothing if !is_silent => Change::Progress,
            change => change,
        })
    }

    /// Variables that were passed over may be decided on again.
    fn take_revived(&mut self, consequences: &Consequences) {
        if consequences.has_revived {
            self.fill_order();
        }
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
        // The one that was false first comes first: above its level all others have an open literal again.
        falsified.sort_by_cached_key(|clause| self.highest_level(*clause));
        for clause in falsified {
            if let Change::Conflict(conflict) = self.face(clause, theory) {
                return Change::Conflict(conflict);
            }
            is_changed = true;
        }
        if is_changed { Change::Progress } else { Change::Nothing }
    }

    /// The highest level of a clause's literals, of which those that have a value count.
    fn highest_level(&self, clause: ClauseRef) -> u32 {
        let assigned = self.clauses.arena.lits(clause).filter(|lit| self.trail.values[*lit] != 0);
        assigned.map(|lit| self.trail.level(lit.var())).max().unwrap_or(0)
    }

    /// Lets a clause that is or was false take effect: returns to the last level at which it is not, if one of its literals follows there.
    fn face<T: Propagator>(&mut self, clause: ClauseRef, theory: &mut T) -> Change {
        let is_false = |lit: &Lit| self.trail.values[*lit] < 0;
        let mut others: Vec<Lit> = self.clauses.arena.lits(clause).collect();
        let open: Vec<Lit> = others.iter().copied().filter(|lit| !is_false(lit)).collect();
        let implied = match open[..] {
            [] => {
                let level = self.highest_level(clause);
                let mut highest =
                    others.iter().filter(|lit| self.trail.level(lit.var()) == level).copied();
                match (highest.next(), highest.next()) {
                    (Some(only), None) if level > 1 => {
                        self.undo(level - 1, theory);
                        only
                    }
                    _ => {
                        self.undo(level.max(1), theory);
                        return Change::Conflict(clause);
                    }
                }
            }
            [only] => only,
            _ => return Change::Nothing,
        };
        others.retain(|lit| *lit != implied);
        let since = others.iter().map(|lit| self.trail.level(lit.var())).max().unwrap_or(0);
        if self.goes_back() {
            self.undo(since.max(1), theory);
        }
        self.assign_late(implied, clause, since);
        Change::Progress
    }

    /// Adds a clause in the middle of a search; answers it if it is false. A clause that has become
    /// unit takes effect at once, mostly without that anything is undone for it (`late`).
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
        if let [lit] = literals[..] {
            self.add_unit_lemma(lit, id, theory);
            return None;
        }
        if literals.is_empty() {
            self.undo(0, theory);
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
            (0 | 1, -1) => {
                let since = self.trail.level(literals[1].var());
                if self.trail.values[literals[0]] == 0 && self.goes_back() {
                    self.undo(since.max(1), theory);
                }
                self.assign_late(literals[0], clause, since);
                None
            }
            _ => None,
        }
    }

    /// Is a clause that has become unit on a lower level worth returning there? What is said of a full assignment is not.
    fn goes_back(&self) -> bool {
        !self.late.is_full && self.stats.conflicts > CONFLICTS_PER_LEMMA * self.late.lemmas
    }

    /// Adds a clause of one literal, which is not settled.
    fn add_unit_lemma<T: Propagator>(&mut self, lit: Lit, id: ProofId, theory: &mut T) {
        // Below level 1 there is no assumption that could be wrong.
        let highest = match self.trail.values[lit] {
            _ if self.goes_back() => 0,
            -1 => self.trail.level(lit.var()) - 1,
            _ => self.decision_level(),
        };
        self.undo(highest, theory);
        if highest == 0 {
            self.install(&[lit], Kind::Given, id);
        } else {
            // No watches are needed: a clause of one literal is looked at as a reason only.
            let clause = self.clauses.arena.alloc(&[lit], Kind::Given, id);
            self.assign_late(lit, clause, 0);
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
