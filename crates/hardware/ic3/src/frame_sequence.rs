//! The frames with what learns their lemmas: what an engine builds on, whatever states it wants to exclude.

use std::sync::Arc;

use buttress_budget::{Budget, Exhausted};
use buttress_clausal::TransitionRelation;
use buttress_prop::{Clause, Cube, Lit};

use crate::counters::Counters;
use crate::frames::{Consecution, Frames, Premise};
use crate::generalize::Generalizer;
use crate::lift::Lifting;
use crate::propagate::propagate;
use crate::settings::Generalization;

/// What became of states that were to be excluded from a frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Exclusion {
    /// A lemma excludes them.
    Learnt,
    /// One of them is a first state.
    Initial,
    /// From this state of the frame before, as far as it is determined, a step leads to one of them.
    Reached(Cube),
}

/// Frames of one property, and the means to add lemmas to them.
///
/// Invariant: F₀ is θ, F₀ ⇒ F₁ ⇒ … and Fᵢ ∧ C ∧ ρ ⇒ Fᵢ₊₁′; each lemma was shown by questions about these frames alone.
pub struct FrameSequence {
    pub(crate) frames: Frames,
    pub(crate) lifting: Lifting,
    pub(crate) counters: Counters,
    generalization: Generalization,
}

impl FrameSequence {
    /// Frame 0 alone, for the bad signal `bad`; frames say nothing of it.
    pub fn new(
        relation: Arc<TransitionRelation>,
        bad: Lit,
        generalization: Generalization,
        seed: u64,
    ) -> FrameSequence {
        FrameSequence::with_goal(relation, (bad, bad), generalization, seed)
    }

    /// The same, where the last frame must exclude a goal; if that is not `bad` itself, ¬bad is given.
    pub(crate) fn with_goal(
        relation: Arc<TransitionRelation>,
        (bad, goal): (Lit, Lit),
        generalization: Generalization,
        seed: u64,
    ) -> FrameSequence {
        FrameSequence {
            lifting: Lifting::new(&relation, seed),
            frames: Frames::new(relation, bad, goal, seed),
            counters: Counters::default(),
            generalization,
        }
    }

    /// What was done so far.
    pub fn counters(&self) -> Counters {
        Counters { queries: self.frames.queries(), ..self.counters }
    }

    /// The number of the last frame.
    pub fn last(&self) -> usize {
        self.frames.last()
    }

    /// Opens a new last frame, of which nothing is known.
    pub fn extend(&mut self) {
        self.frames.extend();
    }

    /// How many clauses there are, F∞ included.
    pub fn size(&self) -> usize {
        let frames = 1..=self.last();
        frames.map(|frame| self.frames.lemmas(frame).len()).sum::<usize>() + self.invariants().len()
    }

    /// The cubes that a frame excludes and the next is not known to exclude.
    pub fn excluded(&self, frame: usize) -> impl ExactSizeIterator<Item = &Cube> + '_ {
        self.frames.lemmas(frame).iter().map(|lemma| &lemma.cube)
    }

    /// F∞: clauses that are inductive relative to ¬bad and to each other.
    pub fn invariants(&self) -> impl ExactSizeIterator<Item = Clause> + '_ {
        self.frames.invariants().iter().map(|lemma| lemma.cube.negation())
    }

    /// Takes a clause into F∞ that is inductive relative to ¬bad and what is there already, or that
    /// holds in all computations. A clause that speaks of signals other than latches is not used.
    pub fn assume_invariant(&mut self, clause: &Clause) {
        if !clause.iter().all(|lit| self.frames.relation().circuit.is_latch(lit.var())) {
            return;
        }
        let cube = clause.negation();
        if self.frames.invariants().iter().any(|lemma| lemma.cube.contains(&cube)) {
            return;
        }
        self.frames.add_invariant(cube);
    }

    /// The clauses that frames have gained since the last call, each with its frame; from the first call on.
    pub fn take_news(&mut self) -> Vec<(usize, Clause)> {
        let news = self.frames.take_news().into_iter();
        news.map(|(frame, cube)| (frame, cube.negation())).collect()
    }

    /// Takes a clause into a frame of which somebody else says that it holds there, if that is so here too. Was it taken?
    ///
    /// The other's frames are not ours: the clause must hold at the start and be inductive relative to our frame before. A clause that
    /// speaks of signals other than latches, or that we know already, is not taken.
    pub fn offer(
        &mut self,
        frame: usize,
        clause: &Clause,
        budget: &Budget,
    ) -> Result<bool, Exhausted> {
        let Some((frame, smaller)) = self.shown(frame, clause, budget)? else { return Ok(false) };
        self.frames.add_lemma(frame, smaller, None);
        self.counters.offered += 1;
        Ok(true)
    }

    /// Somebody else would like the clause to hold in a frame: if it does, it is generalised and learnt. Was it?
    pub fn grant(
        &mut self,
        frame: usize,
        clause: &Clause,
        budget: &Budget,
    ) -> Result<bool, Exhausted> {
        let Some((frame, smaller)) = self.shown(frame, clause, budget)? else { return Ok(false) };
        self.generalizer(Generalization::DropLiterals).learn(frame, smaller, budget)?;
        self.counters.offered += 1;
        Ok(true)
    }

    /// A state of the last frame that has a bad pair, as far as that is determined; none if there is none.
    pub fn bad_state(&mut self, budget: &Budget) -> Result<Option<Cube>, Exhausted> {
        let last = self.frames.last();
        Ok(self.frames.has_goal(last, budget)?.then(|| self.frames.state()))
    }

    /// Learns a lemma that excludes the states of `cube` from `frame`, if none is a first state and no step leads there from the frame before.
    pub fn exclude(
        &mut self,
        frame: usize,
        cube: &Cube,
        budget: &Budget,
    ) -> Result<Exclusion, Exhausted> {
        if self.frames.is_initial(cube, budget)? {
            return Ok(Exclusion::Initial);
        }
        match self.frames.consecution(Premise::Frame(frame - 1), cube, budget)? {
            Consecution::Reached => Ok(Exclusion::Reached(self.frames.state())),
            Consecution::Blocked(smaller) => {
                let generalization = self.generalization;
                self.generalizer(generalization).learn(frame, smaller, budget)?;
                Ok(Exclusion::Learnt)
            }
        }
    }

    /// Carries each clause forward as far as it holds. Answers clauses that are inductive together with ¬bad if two frames have become equal,
    /// given that all frames but the last exclude bad pairs.
    pub fn propagate(&mut self, budget: &Budget) -> Result<Option<Vec<Clause>>, Exhausted> {
        propagate(&mut self.frames, budget)
    }

    /// The frame, at most our last, and a cube that is excluded from it, if the clause is shown for it and was not known.
    fn shown(
        &mut self,
        frame: usize,
        clause: &Clause,
        budget: &Budget,
    ) -> Result<Option<(usize, Cube)>, Exhausted> {
        let last = self.frames.last();
        let is_latch = |lit: &Lit| self.frames.relation().circuit.is_latch(lit.var());
        let is_usable = !clause.is_empty() && !clause.is_tautology() && clause.iter().all(is_latch);
        if last == 0 || frame == 0 || !is_usable {
            return Ok(None);
        }
        let (frame, cube) = (frame.min(last), clause.negation());
        if self.frames.blocked_at(&cube, frame).is_some()
            || self.frames.is_initial(&cube, budget)?
        {
            return Ok(None);
        }
        // F_frame−1 ∧ ¬cube ∧ C ∧ ρ ∧ cube′
        match self.frames.consecution(Premise::Frame(frame - 1), &cube, budget)? {
            Consecution::Reached => Ok(None),
            Consecution::Blocked(smaller) => Ok(Some((frame, smaller))),
        }
    }

    pub(crate) fn generalizer(&mut self, generalization: Generalization) -> Generalizer<'_> {
        Generalizer {
            frames: &mut self.frames,
            lifting: &mut self.lifting,
            counters: &mut self.counters,
            generalization,
        }
    }
}
