//! The loop: refute, interpolate, exclude, carry forward.

use std::sync::Arc;

use buttress_budget::{Budget, Exhausted};
use buttress_circuit::{Reset, Strengthening, Trace, Verdict};
use buttress_clausal::TransitionRelation;
use buttress_ic3::FrameSequence;
use buttress_prop::Lit;
use buttress_sat::SatResult;

use crate::counters::Counters;
use crate::refutation::Refutation;
use crate::remainder::Remainder;
use crate::sequence::Sequence;
use crate::settings::Settings;
use crate::step::Step;
use crate::unrolling::Unrolling;

/// One property of one circuit, proved by interpolation sequences.
pub struct Interpolation {
    relation: Arc<TransitionRelation>,
    bad: Lit,
    seed: u64,
    /// Before unrollings of the last frame's number are refuted, frames before exclude bad pairs.
    frames: FrameSequence,
    /// The steps alone, without what frames know of them.
    unrolling: Unrolling,
    pub(crate) stage: Stage,
    counters: Counters,
}

/// What is done for the last frame.
pub(crate) enum Stage {
    /// The unrolling that ends there is to be made.
    Unroll,
    /// It is asked for a bad pair.
    Ask(Box<Unrolling>),
    /// It has none; interpolants are read from the proof.
    Read(Box<Unrolling>, Box<Sequence>),
    /// What the interpolant of this frame excludes is excluded from it.
    Exclude(Box<Sequence>, usize, Option<Box<Remainder>>),
    /// All frames exclude bad pairs; there is a new last one, and lemmas are carried forward.
    Propagate,
}

impl Interpolation {
    /// Prepares a run for the bad signal `bad`, a property, constraint or root of the step.
    pub fn new(relation: Arc<TransitionRelation>, bad: Lit, settings: Settings) -> Interpolation {
        let Settings { seed, generalization } = settings;
        let step = Arc::new(Step::new(&relation, bad));
        Interpolation {
            frames: FrameSequence::new(relation.clone(), bad, generalization, seed),
            unrolling: Unrolling::new(step, seed),
            relation,
            bad,
            seed,
            stage: Stage::Unroll,
            counters: Counters::default(),
        }
    }

    /// Runs until there is a verdict or the budget ends; may be called again to go on.
    pub fn run(&mut self, budget: &Budget) -> Result<Verdict, Exhausted> {
        loop {
            if let Some(verdict) = self.advance(budget)? {
                return Ok(verdict);
            }
        }
    }

    /// What was done so far.
    pub fn counters(&self) -> Counters {
        let queries = self.counters.queries + self.frames.counters().queries;
        Counters { queries, ..self.counters }
    }

    /// No computation of fewer steps than this is bad.
    pub fn depth(&self) -> usize {
        let is_refuted = !matches!(self.stage, Stage::Unroll | Stage::Ask(_) | Stage::Propagate);
        self.frames.last() + usize::from(is_refuted)
    }

    /// The frames and their lemmas.
    pub fn frames(&self) -> &FrameSequence {
        &self.frames
    }

    /// The frames, to give them lemmas from elsewhere.
    pub fn frames_mut(&mut self) -> &mut FrameSequence {
        &mut self.frames
    }

    /// Ends a stage, or a part of one.
    pub(crate) fn advance(&mut self, budget: &Budget) -> Result<Option<Verdict>, Exhausted> {
        match &mut self.stage {
            Stage::Unroll => {
                let unrolling = self.unrolled(budget)?;
                self.stage = Stage::Ask(Box::new(unrolling));
            }
            Stage::Ask(unrolling) => {
                self.counters.queries += 1;
                // θ ∧ C₀ ∧ ¬bad₀ ∧ ρ ∧ F₁ ∧ C₁ ∧ … ∧ ρ ∧ F_k ∧ C_k ∧ bad_k
                if unrolling.ask(budget)? == SatResult::Sat {
                    let (initial, inputs) = unrolling.model();
                    return Ok(Some(Verdict::Unsafe(self.trace(&initial, &inputs))));
                }
                let latches = self.relation.circuit.latches.len();
                let sequence = Sequence::new(Refutation::new(unrolling), latches);
                self.counters.refutations += 1;
                self.counters.steps += sequence.steps() as u64;
                let Stage::Ask(unrolling) = std::mem::replace(&mut self.stage, Stage::Unroll)
                else {
                    unreachable!("the stage was looked at")
                };
                self.stage = Stage::Read(unrolling, Box::new(sequence));
            }
            Stage::Read(unrolling, sequence) => {
                sequence.run(unrolling, budget)?;
                self.counters.gates += sequence.graph.size() as u64;
                let Stage::Read(_, sequence) = std::mem::replace(&mut self.stage, Stage::Unroll)
                else {
                    unreachable!("the stage was looked at")
                };
                self.stage = Stage::Exclude(sequence, 1, None);
            }
            Stage::Exclude(..) => self.exclude(budget)?,
            Stage::Propagate => {
                if let Some(clauses) = self.frames.propagate(budget)? {
                    return Ok(Some(Verdict::Safe(Strengthening::Clauses(clauses))));
                }
                self.stage = Stage::Unroll;
            }
        }
        Ok(None)
    }

    /// The unrolling that ends at the last frame, with what frames know.
    fn unrolled(&mut self, budget: &Budget) -> Result<Unrolling, Exhausted> {
        while self.unrolling.last() < self.frames.last() {
            budget.spend(self.unrolling.step_size())?;
            self.unrolling.extend();
        }
        let mut unrolling = self.unrolling.clone();
        let invariants: Vec<_> = self.frames.invariants().collect();
        for time in 1..=self.frames.last() {
            let later = time..=self.frames.last();
            for cube in later.flat_map(|frame| self.frames.excluded(frame)) {
                unrolling.conjoin(cube.iter().map(|&lit| !lit), time);
            }
            for clause in &invariants {
                unrolling.conjoin(clause.iter().copied(), time);
            }
        }
        Ok(unrolling)
    }

    /// Excludes from a frame, by lemmas, what its interpolant excludes; then it is the next one's turn.
    fn exclude(&mut self, budget: &Budget) -> Result<(), Exhausted> {
        let Stage::Exclude(sequence, frame, remainder) = &mut self.stage else { return Ok(()) };
        let Some(&interpolant) = sequence.interpolants.get(*frame - 1) else {
            self.frames.extend();
            self.stage = Stage::Propagate;
            return Ok(());
        };
        let make = || {
            let interpolant = (&sequence.graph, interpolant);
            let relation = self.relation.clone();
            Box::new(Remainder::new(relation, &self.frames, *frame, interpolant, self.seed))
        };
        let remainder = remainder.get_or_insert_with(make);
        loop {
            self.counters.queries += 1;
            let Some(cube) = remainder.next(&self.frames, &sequence.graph, budget)? else { break };
            match self.frames.exclude(*frame, &cube, budget)? {
                Some(cube) => {
                    remainder.exclude(&cube);
                    self.counters.excluded += 1;
                }
                None => {
                    // A lemma from elsewhere has made an earlier frame stronger than its neighbour and the interpolant know.
                    self.counters.outdated += 1;
                    self.stage = Stage::Unroll;
                    return Ok(());
                }
            }
        }
        *frame += 1;
        if let Stage::Exclude(_, _, remainder) = &mut self.stage {
            *remainder = None;
        }
        Ok(())
    }

    /// The computation whose first latches and inputs are those that are true.
    fn trace(&self, initial: &[usize], inputs: &[Vec<usize>]) -> Trace {
        let circuit = &self.relation.circuit;
        let reset = circuit.latches.iter().map(|latch| latch.reset == Reset::Value(true));
        let mut first: Vec<bool> = reset.collect();
        initial.iter().for_each(|&place| first[place] = true);
        let step = |places: &Vec<usize>| {
            let mut step = vec![false; circuit.inputs.len()];
            places.iter().for_each(|&place| step[place] = true);
            step
        };
        let trace = Trace { initial: first, inputs: inputs.iter().map(step).collect() };
        debug_assert_eq!(trace.replay(circuit, self.bad), Ok(()));
        trace
    }
}
