//! The hook by which theories take part in the search.
//!
//! Some variables stand for atoms whose meaning a theory knows. The theory hears of the literals that
//! become true, level by level, and answers with literals that follow and with clauses that hold.
//! Why a literal follows is asked only when conflict analysis needs to know; the explanation then
//! becomes a clause like any other, and in a logging solver a given one: the theory answers for it.
//!
//! Every clause that comes from a theory, explanations included, carries a tag of the theory's own,
//! by which it is told of in proofs.

use buttress_budget::Exhausted;
use buttress_prop::Lit;

use crate::Solver;
use crate::arena::{ClauseRef, Kind};
use crate::proof::NO_PROOF;

/// What a theory has to say about the literals that are true so far.
#[derive(Clone, Debug, Default)]
pub struct Consequences {
    /// Literals that follow; [`Propagator::explain`] says why.
    pub implied: Vec<Lit>,
    /// Clauses that hold. Their variables may be new.
    pub clauses: Vec<Lemma>,
    /// How many variables there must be: those that are new wait for a decision.
    pub vars: usize,
}

/// A clause that a theory adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lemma {
    /// The clause.
    pub clause: Vec<Lit>,
    /// Is it kept for good? Other clauses may be forgotten, and the theory must notice by itself
    /// if they are violated again.
    pub is_kept: bool,
    /// The theory's name for it in proofs.
    pub tag: u32,
}

impl Consequences {
    fn clear(&mut self) {
        self.implied.clear();
        self.clauses.clear();
        self.vars = 0;
    }
}

/// A theory that takes part in a search.
pub trait Propagator {
    /// Does it have anything to say at all?
    const IS_ACTIVE: bool = true;

    /// A decision level begins. Everything on the trail so far has been seen.
    fn new_level(&mut self);

    /// All levels above `level` are undone.
    fn backtrack(&mut self, level: u32);

    /// What follows from the trail? All of it is true; the theory remembers how much it has seen.
    fn propagate(
        &mut self,
        trail: &[Lit],
        consequences: &mut Consequences,
    ) -> Result<(), Exhausted>;

    /// A clause with `lit` whose other literals were false before the theory implied `lit`.
    /// It may be forgotten.
    fn explain(&mut self, lit: Lit) -> Lemma;

    /// All variables are assigned. Silence means that the theory agrees (or has given up, which it
    /// remembers for its owner).
    fn final_check(
        &mut self,
        trail: &[Lit],
        consequences: &mut Consequences,
    ) -> Result<(), Exhausted>;

    /// The value to try first for a variable that the search decides on, if the theory cares.
    fn prefers(&mut self, lit: Lit) -> Option<bool> {
        let _ = lit;
        None
    }
}

/// No theory.
impl Propagator for () {
    const IS_ACTIVE: bool = false;

    fn new_level(&mut self) {}

    fn backtrack(&mut self, _: u32) {}

    fn propagate(&mut self, _: &[Lit], _: &mut Consequences) -> Result<(), Exhausted> {
        Ok(())
    }

    fn explain(&mut self, lit: Lit) -> Lemma {
        Lemma { clause: vec![lit], is_kept: false, tag: 0 }
    }

    fn final_check(&mut self, _: &[Lit], _: &mut Consequences) -> Result<(), Exhausted> {
        Ok(())
    }
}

/// The reason of a literal that a theory implied and has not explained yet.
pub(crate) const UNEXPLAINED: ClauseRef = ClauseRef(u32::MAX);

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
            theory.propagate(&self.trail, &mut consequences)?;
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
            theory.propagate(&self.trail, &mut consequences)?;
            self.reserve(consequences.vars);
            let is_silent = consequences.implied.is_empty() && consequences.clauses.is_empty();
            for index in 0..consequences.implied.len() {
                let lit = consequences.implied[index];
                if self.values[lit] <= 0 {
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
        theory.final_check(&self.trail, &mut consequences)?;
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
        let mut suspects = Vec::new();
        for index in 0..consequences.implied.len() {
            let lit = consequences.implied[index];
            match self.values[lit] {
                0 => {
                    self.assign(lit, Some(UNEXPLAINED));
                    is_changed = true;
                }
                1 => {}
                _ => {
                    let lemma = theory.explain(lit);
                    suspects.extend(self.add_lemma(lemma, theory));
                    is_changed = true;
                    break;
                }
            }
        }
        for lemma in consequences.clauses.drain(..) {
            let propagated = self.trail.len();
            let level = self.decision_level();
            suspects.extend(self.add_lemma(lemma, theory));
            is_changed |= self.trail.len() != propagated || self.decision_level() != level;
        }
        // A later clause may have undone the level at which an earlier one was false. Of those that
        // are still false, the one that was so first is faced: above its level all others have
        // an open literal again, and propagation notices if it becomes false.
        suspects.retain(|clause| self.arena.lits(*clause).all(|lit| self.values[lit] < 0));
        let levels = |clause: &ClauseRef| {
            self.arena.lits(*clause).map(|lit| self.level[lit.var()]).max().unwrap_or(0)
        };
        if let Some(clause) = suspects.into_iter().min_by_key(levels) {
            return self.face(clause, theory);
        }
        if is_changed { Change::Progress } else { Change::Nothing }
    }

    /// Returns to the level where a false clause first was false.
    fn face<T: Propagator>(&mut self, clause: ClauseRef, theory: &mut T) -> Change {
        let levels = self.arena.lits(clause).map(|lit| self.level[lit.var()]);
        let level = levels.max().unwrap_or(0);
        self.undo(level.max(1), theory);
        let highest = self.arena.lits(clause).filter(|lit| self.level[lit.var()] == level);
        let highest: Vec<Lit> = highest.collect();
        if level > 1 && highest.len() == 1 {
            // The clause would have implied this literal earlier: catch up.
            let others = self.arena.lits(clause).filter(|lit| *lit != highest[0]);
            let level = others.map(|lit| self.level[lit.var()]).max().unwrap_or(0);
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
        let is_settled = |lit: &Lit| self.values[*lit] > 0 && self.level[lit.var()] == 0;
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
        let rank = |lit: &Lit| match self.values[*lit] {
            1 => 0,
            0 => 1,
            _ => u32::MAX - self.level[lit.var()],
        };
        literals.sort_by_key(rank);
        let kind = if is_kept { Kind::Given } else { Kind::Learnt };
        let clause = self.attach(&literals, kind, id);
        self.arena.set_lbd(clause, literals.len().min(64) as u32);
        match (self.values[literals[0]], self.values[literals[1]]) {
            (-1, _) => Some(clause),
            (0, -1) => {
                let level = self.level[literals[1].var()];
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
        let reason = self.reason[lit.var()]?;
        if reason != UNEXPLAINED {
            return Some(reason);
        }
        let Lemma { clause: mut literals, tag, .. } = theory.explain(lit);
        let id = self.proof.as_mut().map_or(NO_PROOF, |proof| proof.give(tag));
        literals.sort_unstable();
        literals.dedup();
        // The implied literal first, then the one that became false last: the watches' invariant.
        literals.sort_by_key(
            |&other| {
                if other == lit { 0 } else { u32::MAX - self.position[other.var()] }
            },
        );
        debug_assert_eq!(literals.first(), Some(&lit), "an explanation explains");
        debug_assert!(
            literals[1..].iter().all(|other| self.values[*other] < 0
                && self.position[other.var()] < self.position[lit.var()]),
            "an explanation is made of what was true before"
        );
        let clause = match literals.len() {
            // No watches are needed: a clause of one literal is looked at as a reason only.
            1 => self.arena.alloc(&literals, Kind::Learnt, id),
            _ => self.attach(&literals, Kind::Learnt, id),
        };
        self.arena.set_lbd(clause, literals.len().min(64) as u32);
        self.reason[lit.var()] = Some(clause);
        Some(clause)
    }
}
