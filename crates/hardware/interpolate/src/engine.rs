//! The loop: refute, interpolate, exclude, carry forward.

use std::sync::Arc;

use buttress_budget::{Budget, Exhausted};
use buttress_circuit::{Reset, Strengthening, Trace, Verdict};
use buttress_clausal::TransitionRelation;
use buttress_ic3::{Exclusion, FrameSequence};
use buttress_prop::{Cube, Lit};
use buttress_sat::SatResult;

use crate::counters::Counters;
use crate::limits::EARLIER_SHARE;
use crate::refutation::Refutation;
use crate::sequence::Sequence;
use crate::settings::Settings;
use crate::step::Step;
use crate::unrolling::Unrolling;

/// One property of one circuit, proved by interpolation sequences.
pub struct Interpolation {
    relation: Arc<TransitionRelation>,
    bad: Lit,
    seed: u64,
    /// All but the last exclude bad pairs.
    frames: FrameSequence,
    step: Arc<Step>,
    pub(crate) stage: Stage,
    counters: Counters,
}

/// What is done for the last frame.
pub(crate) enum Stage {
    /// The unrolling that ends there is to be made.
    Unroll,
    /// The last steps of it are asked for a bad pair.
    Ask(Box<Unrolling>),
    /// They have none; interpolants are read from the proof.
    Read(Box<Unrolling>, Box<Sequence>),
    /// Bad pairs are excluded from it: cubes to be excluded from frames, each before the one that it leads to, the next one last.
    Exclude(Box<Sequence>, Vec<(usize, Cube)>),
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
            step,
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
                let mut unrolling = Unrolling::new(self.step.clone(), self.seed);
                know(&mut unrolling, &self.frames);
                self.stage = Stage::Ask(Box::new(unrolling));
            }
            Stage::Ask(unrolling) => {
                self.counters.queries += 1;
                // F_i ∧ C ∧ ¬bad ∧ ρ ∧ … ∧ F_k ∧ C ∧ bad, where F₀ is θ
                match unrolling.ask(budget)? {
                    SatResult::Sat if unrolling.first() == self.frames.last() => {
                        let (initial, inputs) = unrolling.model();
                        return Ok(Some(Verdict::Unsafe(self.trace(&initial, &inputs))));
                    }
                    SatResult::Sat => {
                        let pairs = 1 + unrolling.first() / EARLIER_SHARE;
                        for _ in 0..pairs.min(self.frames.last() - unrolling.first()) {
                            budget.spend(unrolling.step_size())?;
                            unrolling.extend();
                            know(unrolling, &self.frames);
                        }
                    }
                    SatResult::Unsat => self.refuted(),
                }
            }
            Stage::Read(unrolling, sequence) => {
                sequence.run(unrolling, budget)?;
                self.counters.gates += sequence.graph.size() as u64;
                let Stage::Read(_, sequence) = std::mem::replace(&mut self.stage, Stage::Unroll)
                else {
                    unreachable!("the stage was looked at")
                };
                self.stage = Stage::Exclude(sequence, Vec::new());
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

    /// The unrolling has no bad pair: its proof is looked at.
    fn refuted(&mut self) {
        if let Stage::Ask(unrolling) = std::mem::replace(&mut self.stage, Stage::Unroll) {
            let latches = self.relation.circuit.latches.len();
            let sequence = Sequence::new(Refutation::new(&unrolling), latches);
            self.counters.refutations += 1;
            self.counters.steps += sequence.steps() as u64;
            self.stage = Stage::Read(unrolling, Box::new(sequence));
        }
    }

    /// Excludes bad pairs from the last frame, and on the way from earlier ones what leads there.
    fn exclude(&mut self, budget: &Budget) -> Result<(), Exhausted> {
        let Stage::Exclude(sequence, open) = &mut self.stage else { return Ok(()) };
        let widened = |state: &Cube, frame: usize, frames: &FrameSequence| {
            let cube = sequence.widened(state, frame, &self.relation, frames);
            (frame, cube.expect("it lies neither in its interpolant nor in the frame before"))
        };
        let Some((frame, cube)) = open.pop() else {
            match self.frames.bad_state(budget)? {
                Some(state) => open.push(widened(&state, self.frames.last(), &self.frames)),
                None => {
                    self.frames.extend();
                    self.stage = Stage::Propagate;
                }
            }
            return Ok(());
        };
        match self.frames.exclude(frame, &cube, budget) {
            Ok(Exclusion::Learnt) => self.counters.excluded += 1,
            Ok(Exclusion::Reached(state)) => {
                let before = widened(&state, frame - 1, &self.frames);
                open.extend([(frame, cube), before]);
            }
            Ok(Exclusion::Initial) => unreachable!("first states lie in the frame before"),
            Err(exhausted) => {
                open.push((frame, cube));
                return Err(exhausted);
            }
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

/// The first pair of the unrolling lies in its frame.
fn know(unrolling: &mut Unrolling, frames: &FrameSequence) {
    let frame = frames.last() - unrolling.first();
    if frame == 0 {
        unrolling.start();
    } else {
        for cube in (frame..=frames.last()).flat_map(|later| frames.excluded(later)) {
            unrolling.conjoin(cube.iter().map(|&lit| !lit));
        }
        for clause in frames.invariants() {
            unrolling.conjoin(clause.iter().copied());
        }
    }
}
