//! The loop: obligations are blocked frame by frame, then clauses are carried forward.

use std::sync::Arc;

use buttress_budget::{Budget, Exhausted};
use buttress_circuit::{Strengthening, Trace, Verdict};
use buttress_clausal::{PrimedProperty, TransitionRelation};
use buttress_prop::{Clause, Cube, Lit, Var};
use buttress_sat::Recording;

use crate::counters::Counters;
use crate::frame_sequence::FrameSequence;
use crate::frames::{Consecution, Premise};
use crate::obligation::{Obligation, Obligations};
use crate::settings::{Generalization, PropertyUse, Settings};

/// One property of one circuit under attack.
pub struct Ic3 {
    bad: Lit,
    /// How many inputs the circuit has; those of the frames' step that come later belong to the next one.
    inputs: usize,
    /// If ¬bad is given: the input of the next step that belongs to each input.
    next_inputs: Option<Vec<Option<Var>>>,
    generalization: Generalization,
    patience: f64,
    sequence: FrameSequence,
    obligations: Obligations,
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
            patience: settings.patience.max(1.0),
            sequence: FrameSequence::with_goal(
                relation,
                (bad, goal),
                settings.generalization,
                settings.seed,
            ),
            obligations: Obligations::default(),
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
                    self.sequence.extend();
                    self.stage = Stage::Block;
                }
                Stage::Block => {
                    if let Some(trace) = self.strengthen(budget)? {
                        return Ok(Verdict::Unsafe(trace));
                    }
                    self.stage = Stage::Propagate;
                }
                Stage::Propagate => {
                    if let Some(invariant) = self.sequence.propagate(budget)? {
                        return Ok(Verdict::Safe(Strengthening::Clauses(invariant)));
                    }
                    self.sequence.extend();
                    self.stage = Stage::Block;
                }
            }
        }
    }

    /// What was done so far.
    pub fn counters(&self) -> Counters {
        self.sequence.counters()
    }

    /// No computation of fewer steps than this is bad.
    pub fn depth(&self) -> usize {
        let is_ahead = self.next_inputs.is_some() && self.stage != Stage::Start;
        self.sequence.frames.last() + usize::from(is_ahead)
    }

    /// Takes it from elsewhere that no computation of fewer steps than this is bad.
    pub fn assume_free_below(&mut self, depth: usize) {
        self.free_below = depth;
    }

    /// The frames and their lemmas.
    pub fn frames(&self) -> &FrameSequence {
        &self.sequence
    }

    /// The frames, to give them lemmas from elsewhere.
    pub fn frames_mut(&mut self) -> &mut FrameSequence {
        &mut self.sequence
    }

    /// States that resist being excluded from a frame, as the clause that would exclude them, since the last call; from the first call on.
    pub fn take_wishes(&mut self) -> Vec<(usize, Clause)> {
        let wishes = self.wishes.replace(Vec::new()).unwrap_or_default().into_iter();
        wishes.map(|(frame, state)| (frame, state.negation())).collect()
    }

    /// Records from now on what the solver of the frames is asked.
    pub fn start_recording(&mut self) {
        self.sequence.frames.start_recording();
    }

    /// Stops recording and hands over what was recorded.
    pub fn take_recording(&mut self) -> Option<Recording> {
        self.sequence.frames.take_recording()
    }

    /// θ ∧ C ∧ bad, and if ¬bad is given also θ ∧ C ∧ goal
    fn initially_bad(&mut self, budget: &Budget) -> Result<Option<Trace>, Exhausted> {
        if self.free_below < 1
            && let Some(solver) = self.sequence.frames.initially_bad(budget)?
        {
            return Ok(Some(self.first_trace(|var| solver.value(var.lit()))));
        }
        let is_asked_ahead = self.next_inputs.is_some() && self.free_below < 2;
        if is_asked_ahead && self.sequence.frames.has_goal(0, budget)? {
            return Ok(Some(
                self.first_trace(|var| self.sequence.frames.solver().value(var.lit())),
            ));
        }
        Ok(None)
    }

    /// The trace of one step, or two if ¬bad is given and holds in the first, with these values.
    fn first_trace(&self, value: impl Fn(Var) -> Option<bool>) -> Trace {
        let initial = latch_values(self.sequence.frames.relation(), &value);
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
        if !self.sequence.frames.has_goal(self.sequence.frames.last(), budget)? {
            return Ok(None);
        }
        let lifted = self.sequence.lifting.lift(
            &self.sequence.frames,
            &[self.sequence.frames.goal()],
            budget,
        )?;
        Ok(Some(Obligation::bad(self.sequence.frames.last(), lifted.state, lifted.inputs)))
    }

    /// Handles obligations, the lowest frame first, until none is left or one is initial.
    fn discharge(&mut self, budget: &Budget) -> Result<Option<Trace>, Exhausted> {
        while let Some(obligation) = self.obligations.pop() {
            let visited = obligation.visited();
            // Whatever of it matters is met again from the bad states, then along other ways.
            if visited.insistence() > self.patience {
                self.sequence.counters.let_go += 1;
                continue;
            }
            match self.handle(&visited, budget) {
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
        self.sequence.counters.obligations += 1;
        if let (true, Some(wishes)) = (obligation.is_stubborn(), &mut self.wishes) {
            wishes.push((frame, obligation.state.clone()));
        }
        // Under its inputs, every state of an obligation satisfies the constraints: θ alone decides.
        if self.sequence.frames.relation().is_initial(&obligation.state) {
            return Ok(Some(self.trace(obligation)));
        }
        if let Some(higher) = self.sequence.frames.blocked_at(&obligation.state, frame) {
            if higher < self.sequence.frames.last() {
                self.obligations.push(obligation.at_frame(higher + 1));
            }
            return Ok(None);
        }
        match self.sequence.frames.consecution(
            Premise::Frame(frame - 1),
            &obligation.state,
            budget,
        )? {
            Consecution::Blocked(cube) => {
                let way = self.generalization.for_stubbornness(obligation.stubbornness());
                let reached = self.sequence.generalizer(way).learn(frame, cube, budget)?;
                if reached <= self.sequence.frames.last() {
                    self.obligations.push(obligation.at_frame(reached));
                }
            }
            Consecution::Reached => {
                let targets: Vec<Lit> = obligation
                    .state
                    .iter()
                    .map(|&lit| self.sequence.frames.relation().next(lit))
                    .collect();
                let lifted = self.sequence.lifting.lift(&self.sequence.frames, &targets, budget)?;
                let before = Obligation::before(obligation, lifted.state, lifted.inputs);
                self.obligations.push(obligation.clone());
                self.obligations.push(before);
            }
        }
        Ok(None)
    }

    /// The chain of obligations as a trace. A state on the way may be bad already.
    fn trace(&self, first: &Obligation) -> Trace {
        let value = |var: Var| {
            let given = first.state.iter().find(|lit| lit.var() == var);
            given.map(|lit| lit.is_positive()).or(self.sequence.frames.relation().reset(var))
        };
        let initial = latch_values(self.sequence.frames.relation(), value);
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
        let inputs = &self.sequence.frames.relation().circuit.inputs[..self.inputs];
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
