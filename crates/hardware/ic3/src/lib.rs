//! IC3: a sequence of frames, each an over-approximation of what is reachable in that many steps.
//!
//! Frame 0 is θ; frame i is a set of clauses over latches with
//! F₀ ⇒ F₁ ⇒ … and Fᵢ ∧ C ∧ ρ ⇒ Fᵢ₊₁′, and Fᵢ ∧ C ⇒ ¬bad for all but the last frame.
//! Beyond all frames stands F∞: clauses that are inductive relative to ¬bad and to each other,
//! which is the χ of FSIS. What either engine puts there, the other may use, because a
//! state reachable in k steps satisfies χ as soon as no state reachable in fewer is bad.
//!
//! Why input-dependent bad signals and constraints are safe here: an obligation is a cube of
//! states together with inputs under which *every* state of the cube satisfies the constraints and
//! moves into the next obligation (the last: makes bad true). So a chain of
//! obligations whose first cube holds an initial state is a computation, and it replays.

mod frames;
mod generalize;
mod lift;
mod obligation;
mod propagate;

use std::sync::Arc;

use buttress_budget::{Budget, Exhausted};
use buttress_circuit::{Latch, Strengthening, Trace, Verdict};
use buttress_clausal::Step;
use buttress_prop::{Clause, Cube, IndexVec, Lit, Var};
use buttress_sat::{Recording, SatResult, Solver};

use frames::{Frame, Lemma, Premise};
use lift::Lifting;
use obligation::{Obligation, Obligations};

/// How lemmas are generalised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generalization {
    /// Drop literals one at a time.
    DropLiterals,
    /// Also block counterexamples to generalisation on the way.
    WithCtgs {
        /// How deep a counterexample's own generalisation may meet further ones.
        depth: u32,
        /// How many may be blocked before the candidate is weakened instead.
        per_call: u32,
    },
}

/// Choices of a run.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Breaks ties in the solver.
    pub seed: u64,
    /// How lemmas are generalised.
    pub generalization: Generalization,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { seed: 0, generalization: Generalization::WithCtgs { depth: 1, per_call: 3 } }
    }
}

/// What a run has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Queries to solvers.
    pub queries: u64,
    /// Clauses learnt.
    pub lemmas: u64,
    /// Obligations handled.
    pub obligations: u64,
    /// Counterexamples to generalisation that were blocked.
    pub ctgs: u64,
}

/// One property of one circuit under attack.
pub struct Ic3 {
    step: Arc<Step>,
    bad: Lit,
    settings: Settings,
    /// Clauses of the step, constraints, F∞, and the clauses of every frame, which count while the
    /// frame's activation literal is assumed. One solver for all frames keeps the clauses of the
    /// step in the cache, where a solver per frame spent most of its time waiting for memory.
    solver: Solver,
    frames: Vec<Frame>,
    /// Clauses in the solver that a stronger one has replaced.
    stale: usize,
    /// Can the constraints exclude states that satisfy θ?
    has_narrow_start: bool,
    /// F∞ as cubes that it excludes.
    invariants: Vec<Lemma>,
    lifting: Lifting,
    obligations: Obligations,
    activity: IndexVec<Var, f64>,
    bump: f64,
    counters: Counters,
    stage: Stage,
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

/// The answer to one relative-induction query.
enum Consecution {
    /// The cube has no predecessor in the frame; a smaller cube for which that holds too.
    Blocked(Cube),
    /// The solver holds a predecessor.
    Reached,
}

impl Ic3 {
    /// Prepares a run for the bad signal `bad`, a property, constraint or root of the step.
    pub fn new(step: Arc<Step>, bad: Lit, settings: Settings) -> Ic3 {
        let solver = fresh_solver(&step, settings.seed);
        let is_free = |latch: &Latch| step.reset(latch.var).is_none();
        let has_narrow_start =
            !step.circuit.constraints.is_empty() && step.circuit.latches.iter().any(is_free);
        let lifting = Lifting::new(&step, settings.seed);
        let activity = IndexVec::filled(0.0, step.circuit.vars());
        Ic3 {
            step,
            bad,
            settings,
            solver,
            frames: vec![Frame::new(Lit::TRUE)],
            has_narrow_start,
            stale: 0,
            invariants: Vec::new(),
            lifting,
            obligations: Obligations::default(),
            activity,
            bump: 1.0,
            counters: Counters::default(),
            stage: Stage::Start,
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
                    self.extend();
                    self.stage = Stage::Block;
                }
                Stage::Block => {
                    if let Some(trace) = self.strengthen(budget)? {
                        return Ok(Verdict::Unsafe(trace));
                    }
                    self.stage = Stage::Propagate;
                }
                Stage::Propagate => {
                    if let Some(invariant) = self.propagate(budget)? {
                        return Ok(Verdict::Safe(Strengthening::Clauses(invariant)));
                    }
                    self.extend();
                    self.stage = Stage::Block;
                }
            }
        }
    }

    /// What was done so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// No computation of fewer steps than this is bad.
    pub fn depth(&self) -> usize {
        self.frames.len().saturating_sub(1)
    }

    /// How many clauses each frame holds, the last frame last.
    pub fn frame_sizes(&self) -> Vec<usize> {
        self.frames.iter().skip(1).map(|frame| frame.lemmas.len()).collect()
    }

    /// F∞: clauses that are inductive relative to ¬bad and to each other.
    pub fn invariants(&self) -> impl ExactSizeIterator<Item = Clause> + '_ {
        self.invariants.iter().map(|lemma| lemma.cube.negation())
    }

    /// Takes a clause into F∞ that is inductive relative to ¬bad and what is there already, or that
    /// holds in all computations. A clause that speaks of signals other than latches is not used.
    pub fn assume_invariant(&mut self, clause: &Clause) {
        if !clause.iter().all(|lit| self.step.circuit.is_latch(lit.var())) {
            return;
        }
        let cube = clause.negation();
        if self.invariants.iter().any(|lemma| lemma.cube.contains(&cube)) {
            return;
        }
        self.add_invariant(cube);
    }

    /// Records from now on what the solver of the frames is asked.
    pub fn start_recording(&mut self) {
        self.solver.start_recording();
    }

    /// Stops recording and hands over what was recorded.
    pub fn take_recording(&mut self) -> Option<Recording> {
        self.solver.take_recording()
    }

    fn last(&self) -> usize {
        self.frames.len() - 1
    }

    /// θ ∧ C ∧ bad
    fn initially_bad(&mut self, budget: &Budget) -> Result<Option<Trace>, Exhausted> {
        self.counters.queries += 1;
        let assumptions: Vec<Lit> = self.step.theta().chain([self.bad]).collect();
        if self.solver.solve(&assumptions, budget)? == SatResult::Unsat {
            return Ok(None);
        }
        let initial = latch_values(&self.step, |var| self.solver.value(var.lit()));
        let inputs = input_values(&self.step, |var| self.solver.value(var.lit()));
        Ok(Some(Trace { initial, inputs: vec![inputs] }))
    }

    /// Opens a new last frame.
    fn extend(&mut self) {
        let active = self.solver.new_var().lit();
        self.frames.push(Frame::new(active));
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

    /// F_k ∧ C ∧ bad
    fn bad_state(&mut self, budget: &Budget) -> Result<Option<Obligation>, Exhausted> {
        self.counters.queries += 1;
        let last = self.last();
        let assumptions = [self.frames[last].active, self.bad];
        let query = buttress_sat::Query { assumptions: &assumptions, clause: None, cone: true };
        if self.solver.query(&query, budget)? == SatResult::Unsat {
            return Ok(None);
        }
        let lifted = self.lift(&[self.bad], budget)?;
        Ok(Some(Obligation::bad(last, lifted.state, lifted.inputs)))
    }

    /// Handles obligations, the lowest frame first, until none is left or one is initial.
    fn discharge(&mut self, budget: &Budget) -> Result<Option<Trace>, Exhausted> {
        while let Some(obligation) = self.obligations.pop() {
            match self.handle(&obligation, budget) {
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
        // Under its inputs, every state of an obligation satisfies the constraints: θ alone decides.
        if self.step.is_initial(&obligation.state) {
            return Ok(Some(self.trace(obligation)));
        }
        if let Some(higher) = self.blocked_at(&obligation.state, frame) {
            if higher < self.last() {
                self.obligations.push(obligation.at_frame(higher + 1));
            }
            return Ok(None);
        }
        match self.consecution(Premise::Frame(frame - 1), &obligation.state, budget)? {
            Consecution::Blocked(cube) => {
                let reached = self.learn(frame, cube, budget)?;
                if reached <= self.last() {
                    self.obligations.push(obligation.at_frame(reached));
                }
            }
            Consecution::Reached => {
                let targets: Vec<Lit> =
                    obligation.state.iter().map(|&lit| self.step.next(lit)).collect();
                let lifted = self.lift(&targets, budget)?;
                let before = Obligation::before(obligation, lifted.state, lifted.inputs);
                self.obligations.push(obligation.clone());
                self.obligations.push(before);
            }
        }
        Ok(None)
    }

    /// Lifts the solver's model, in which the targets are true.
    fn lift(&mut self, targets: &[Lit], budget: &Budget) -> Result<lift::Lifted, Exhausted> {
        self.lifting.lift(&self.step, &self.solver, targets, &self.activity, budget)
    }

    /// The chain of obligations as a trace.
    fn trace(&self, first: &Obligation) -> Trace {
        let value = |var: Var| {
            let given = first.state.iter().find(|lit| lit.var() == var);
            given.map(|lit| lit.is_positive()).or(self.step.reset(var))
        };
        let initial = latch_values(&self.step, value);
        let inputs = first.chain().map(|obligation| {
            let given = |var: Var| {
                let lit = obligation.inputs.iter().find(|lit| lit.var() == var);
                lit.map(|lit| lit.is_positive())
            };
            input_values(&self.step, given)
        });
        let trace = Trace { initial, inputs: inputs.collect() };
        debug_assert_eq!(trace.replay(&self.step.circuit, self.bad), Ok(()));
        trace
    }
}

/// The clauses of the step under the constraints.
fn fresh_solver(step: &Step, seed: u64) -> Solver {
    let mut solver = step.justifying_solver(seed);
    for &constraint in &step.circuit.constraints {
        solver.add_clause(&[constraint]);
        solver.keep_in_cone(constraint.var());
    }
    solver
}

fn latch_values(step: &Step, value: impl Fn(Var) -> Option<bool>) -> Vec<bool> {
    step.circuit.latches.iter().map(|latch| value(latch.var).unwrap_or(false)).collect()
}

fn input_values(step: &Step, value: impl Fn(Var) -> Option<bool>) -> Vec<bool> {
    step.circuit.inputs.iter().map(|&var| value(var).unwrap_or(false)).collect()
}
