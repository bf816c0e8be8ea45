//! The loop: obligations are blocked frame by frame, then clauses are carried forward.

use std::sync::Arc;

use buttress_budget::{Budget, Exhausted};
use buttress_circuit::{Strengthening, Trace, Verdict};
use buttress_clausal::{PrimedProperty, TransitionRelation};
use buttress_prop::{Clause, Cube, Lit, Var};
use buttress_sat::Recording;

use crate::counters::Counters;
use crate::frames::{Consecution, Frames, Premise};
use crate::generalize::Generalizer;
use crate::lift::Lifting;
use crate::obligation::{Obligation, Obligations};
use crate::propagate::propagate;
use crate::settings::{Generalization, PropertyUse, Settings};

/// One property of one circuit under attack.
pub struct Ic3 {
    bad: Lit,
    /// How many inputs the circuit has; those of the frames' step that come later belong to the next one.
    inputs: usize,
    /// If ¬bad is given: the input of the next step that belongs to each input.
    next_inputs: Option<Vec<Option<Var>>>,
    generalization: Generalization,
    frames: Frames,
    lifting: Lifting,
    obligations: Obligations,
    counters: Counters,
    stage: Stage,
    /// Others have found no computation of fewer steps than this that is bad.
    free_below: usize,
    /// Stubborn obligations since somebody last asked for them; none while nobody wants them.
    wishes: Option<Vec<(usize, Cube)>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// No frame exists yet; is an initial state bad?
    Start,
    /// Obligations of the last frame are handled.
    Block,
    /// Clauses are carried forward.
    Propagate,
}

impl Ic3 {
    /// Prepares a run for the bad signal `bad`, a property, constraint or root of the step.
    pub fn new(relation: Arc<TransitionRelation>, bad: Lit, settings: Settings) -> Ic3 {
        let inputs = relation.circuit.inputs.len();
        let (relation, goal, next_inputs) = match settings.property {
            PropertyUse::Learnt => (relation, bad, None),
            PropertyUse::Given => {
                let primed = PrimedProperty::new(&relation.circuit, bad);
                (Arc::new(primed.relation), primed.violation, Some(primed.next_inputs))
            }
        };
        Ic3 {
            bad,
            inputs,
            next_inputs,
            generalization: settings.generalization,
            lifting: Lifting::new(&relation, settings.seed),
            frames: Frames::new(relation, bad, goal, settings.seed),
            obligations: Obligations::default(),
            counters: Counters::default(),
            stage: Stage::Start,
            free_below: 0,
            wishes: None,
        }
    }

    /// Runs until there is a verdict or the budget ends; may be called again to go on.
    pub fn run(&mut self, budget: &Budget) -> Result<Verdict, Exhausted> {
        loop {
            match self.stage {
                Stage::Start => {
                    if let Some(trace) = self.initially_bad(budget)? {
                        return Ok(Verdict::Unsafe(trace));
                    }
                    self.frames.extend();
                    self.stage = Stage::Block;
                }
                Stage::Block => {
                    if let Some(trace) = self.strengthen(budget)? {
                        return Ok(Verdict::Unsafe(trace));
                    }
                    self.stage = Stage::Propagate;
                }
                Stage::Propagate => {
                    if let Some(invariant) = propagate(&mut self.frames, budget)? {
                        return Ok(Verdict::Safe(Strengthening::Clauses(invariant)));
                    }
                    self.frames.extend();
                    self.stage = Stage::Block;
                }
            }
        }
    }

    /// What was done so far.
    pub fn counters(&self) -> Counters {
        Counters { queries: self.frames.queries(), ..self.counters }
    }

    /// No computation of fewer steps than this is bad.
    pub fn depth(&self) -> usize {
        let is_ahead = self.next_inputs.is_some() && self.stage != Stage::Start;
        self.frames.last() + usize::from(is_ahead)
    }

    /// Takes it from elsewhere that no computation of fewer steps than this is bad.
    pub fn assume_free_below(&mut self, depth: usize) {
        self.free_below = depth;
    }

    /// How many clauses each frame holds, the last frame last.
    pub fn frame_sizes(&self) -> Vec<usize> {
        (1..=self.frames.last()).map(|frame| self.frames.lemmas(frame).len()).collect()
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

    /// States that resist being excluded from a frame, as the clause that would exclude them, since the last call; from the first call on.
    pub fn take_wishes(&mut self) -> Vec<(usize, Clause)> {
        let wishes = self.wishes.replace(Vec::new()).unwrap_or_default().into_iter();
        wishes.map(|(frame, state)| (frame, state.negation())).collect()
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

    /// Records from now on what the solver of the frames is asked.
    pub fn start_recording(&mut self) {
        self.frames.start_recording();
    }

    /// Stops recording and hands over what was recorded.
    pub fn take_recording(&mut self) -> Option<Recording> {
        self.frames.take_recording()
    }

    /// θ ∧ C ∧ bad, and if ¬bad is given also θ ∧ C ∧ goal
    fn initially_bad(&mut self, budget: &Budget) -> Result<Option<Trace>, Exhausted> {
        if self.free_below < 1
            && let Some(solver) = self.frames.initially_bad(budget)?
        {
            return Ok(Some(self.first_trace(|var| solver.value(var.lit()))));
        }
        let is_asked_ahead = self.next_inputs.is_some() && self.free_below < 2;
        if is_asked_ahead && self.frames.has_goal(0, budget)? {
            return Ok(Some(self.first_trace(|var| self.frames.solver().value(var.lit()))));
        }
        Ok(None)
    }

    /// The trace of one step, or two if ¬bad is given and holds in the first, with these values.
    fn first_trace(&self, value: impl Fn(Var) -> Option<bool>) -> Trace {
        let initial = latch_values(self.frames.relation(), &value);
        let mut inputs = vec![self.input_values(&value)];
        if value(self.bad.var()) != Some(self.bad.is_positive()) {
            inputs.extend(self.next_input_values(&value));
        }
        Trace { initial, inputs }
    }

    /// Makes the last frame free of bad states, or finds a trace.
    fn strengthen(&mut self, budget: &Budget) -> Result<Option<Trace>, Exhausted> {
        loop {
            if let Some(trace) = self.discharge(budget)? {
                return Ok(Some(trace));
            }
            match self.bad_state(budget)? {
                None => return Ok(None),
                Some(obligation) => self.obligations.push(obligation),
            }
        }
    }

    /// F_k ∧ C ∧ goal
    fn bad_state(&mut self, budget: &Budget) -> Result<Option<Obligation>, Exhausted> {
        if !self.frames.has_goal(self.frames.last(), budget)? {
            return Ok(None);
        }
        let lifted = self.lifting.lift(&self.frames, &[self.frames.goal()], budget)?;
        Ok(Some(Obligation::bad(self.frames.last(), lifted.state, lifted.inputs)))
    }

    /// Handles obligations, the lowest frame first, until none is left or one is initial.
    fn discharge(&mut self, budget: &Budget) -> Result<Option<Trace>, Exhausted> {
        while let Some(obligation) = self.obligations.pop() {
            match self.handle(&obligation.visited(), budget) {
                Ok(None) => {}
                Ok(Some(trace)) => return Ok(Some(trace)),
                Err(exhausted) => {
                    self.obligations.push(obligation);
                    return Err(exhausted);
                }
            }
        }
        Ok(None)
    }

    fn handle(
        &mut self,
        obligation: &Obligation,
        budget: &Budget,
    ) -> Result<Option<Trace>, Exhausted> {
        let frame = obligation.frame;
        self.counters.obligations += 1;
        if let (true, Some(wishes)) = (obligation.is_stubborn(), &mut self.wishes) {
            wishes.push((frame, obligation.state.clone()));
        }
        // Under its inputs, every state of an obligation satisfies the constraints: θ alone decides.
        if self.frames.relation().is_initial(&obligation.state) {
            return Ok(Some(self.trace(obligation)));
        }
        if let Some(higher) = self.frames.blocked_at(&obligation.state, frame) {
            if higher < self.frames.last() {
                self.obligations.push(obligation.at_frame(higher + 1));
            }
            return Ok(None);
        }
        match self.frames.consecution(Premise::Frame(frame - 1), &obligation.state, budget)? {
            Consecution::Blocked(cube) => {
                let way = self.generalization.for_stubbornness(obligation.stubbornness());
                let reached = self.generalizer(way).learn(frame, cube, budget)?;
                if reached <= self.frames.last() {
                    self.obligations.push(obligation.at_frame(reached));
                }
            }
            Consecution::Reached => {
                let targets: Vec<Lit> =
                    obligation.state.iter().map(|&lit| self.frames.relation().next(lit)).collect();
                let lifted = self.lifting.lift(&self.frames, &targets, budget)?;
                let before = Obligation::before(obligation, lifted.state, lifted.inputs);
                self.obligations.push(obligation.clone());
                self.obligations.push(before);
            }
        }
        Ok(None)
    }

    fn generalizer(&mut self, generalization: Generalization) -> Generalizer<'_> {
        Generalizer {
            frames: &mut self.frames,
            lifting: &mut self.lifting,
            counters: &mut self.counters,
            generalization,
        }
    }

    /// The chain of obligations as a trace. A state on the way may be bad already.
    fn trace(&self, first: &Obligation) -> Trace {
        let value = |var: Var| {
            let given = first.state.iter().find(|lit| lit.var() == var);
            given.map(|lit| lit.is_positive()).or(self.frames.relation().reset(var))
        };
        let initial = latch_values(self.frames.relation(), value);
        let given = |obligation: &Obligation, var: Var| {
            let lit = obligation.inputs.iter().find(|lit| lit.var() == var);
            lit.map(|lit| lit.is_positive())
        };
        let chain: Vec<&Obligation> = first.chain().collect();
        let mut inputs: Vec<Vec<bool>> = chain
            .iter()
            .map(|obligation| self.input_values(|var| given(obligation, var)))
            .collect();
        if let Some(last) = chain.last() {
            inputs.extend(self.next_input_values(|var| given(last, var)));
        }
        Trace { initial, inputs }
    }

    fn input_values(&self, value: impl Fn(Var) -> Option<bool>) -> Vec<bool> {
        let inputs = &self.frames.relation().circuit.inputs[..self.inputs];
        inputs.iter().map(|&var| value(var).unwrap_or(false)).collect()
    }

    /// The inputs of the step after, if ¬bad is given.
    fn next_input_values(&self, value: impl Fn(Var) -> Option<bool>) -> Option<Vec<bool>> {
        let next_inputs = self.next_inputs.as_ref()?.iter();
        Some(next_inputs.map(|var| var.and_then(&value).unwrap_or(false)).collect())
    }
}

fn latch_values(relation: &TransitionRelation, value: impl Fn(Var) -> Option<bool>) -> Vec<bool> {
    relation.circuit.latches.iter().map(|latch| value(latch.var).unwrap_or(false)).collect()
}
