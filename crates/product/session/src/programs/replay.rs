//! Runs that confirm a failure: they must violate the very goal, at the end of the very path.

use std::collections::BTreeSet;

use buttress_budget::Budget;
use buttress_pi::interpret::{Blame, Inputs, Limits, Machine, RunOutcome, Violation, Watcher};
use buttress_pi::paths::{BasicPath, Goal, GoalKind, Point, Step, cycles};
use buttress_pi::program::{FunctionId, LoopId, Program, Type, VariableId};
use buttress_pi::{Facts, Span, Value};
use buttress_run::{CountedViolations, is_within, minimise};

use super::decided::DecidedFunction;
use super::run::Run;
use crate::limits::{REPLAY_EFFORT, REPLAY_STEPS, REPLAY_TIME};

/// Replays runs of one function.
pub(super) struct Replay<'a> {
    pub(super) machine: Machine<'a>,
    pub(super) limits: Limits,
    run: &'a Run<'a>,
    function: FunctionId,
    /// The statements that paths tell of.
    executed: BTreeSet<Span>,
    /// Steps of a function that calls itself cannot be told apart by their paths.
    is_recursive: bool,
}

impl<'a> Replay<'a> {
    /// Replays runs of this function.
    pub(super) fn new(run: &'a Run<'a>, facts: &'a Facts, decided: &DecidedFunction) -> Replay<'a> {
        let paths = decided.paths.iter().map(|decided| &decided.path);
        let function = decided.function;
        let is_it = |point: &(FunctionId, Point)| *point == (function, Point::Pre);
        Replay {
            machine: Machine::new(run.program, facts),
            limits: Limits {
                steps: REPLAY_STEPS,
                annotations: true,
                termination: run.options.termination,
                ..Limits::default()
            },
            run,
            function,
            executed: paths.flat_map(executed).collect(),
            is_recursive: cycles(run.program).iter().flatten().any(is_it),
        }
    }

    /// What runs for one purpose may cost.
    pub(super) fn budget(&self) -> Budget {
        Budget::with_effort(self.run.settings.limits.within(REPLAY_TIME), REPLAY_EFFORT)
    }

    /// How a run from these inputs violates the goal at the end of the path, if it does. The inputs are those that
    /// can be typed: arrays have nothing special beyond their lengths.
    pub(super) fn violation(
        &self,
        path: &BasicPath,
        goal: &Goal,
        inputs: &Inputs,
        regard: CountedViolations,
        budget: &Budget,
    ) -> Option<Found> {
        let inputs = typed(self.run.program, self.function, inputs);
        let mut recorder = Recorder::new(self, path, goal, regard);
        let outcome = self.machine.call(
            self.function,
            &inputs.globals,
            &inputs.arguments,
            &self.limits,
            &mut recorder,
            budget,
        );
        match outcome {
            RunOutcome::Violated(violation) if recorder.is_met => {
                let (machine, limits) = (&self.machine, &self.limits);
                let is_within =
                    is_within(machine, self.function, &inputs, &violation, regard, limits, budget);
                Some(Found { inputs, violation: *violation, regard, is_within })
            }
            _ => None,
        }
    }

    /// The same with smaller inputs, if there are some.
    pub(super) fn minimised(&self, path: &BasicPath, goal: &Goal, found: Found) -> Found {
        let budget = self.budget();
        let (machine, limits, regard) = (&self.machine, &self.limits, found.regard);
        let Found { inputs, violation, .. } = found.clone();
        let (small, _) =
            minimise(machine, self.function, inputs, violation, regard, limits, &budget);
        // The smaller run may go another way.
        let confirmed = self.violation(path, goal, &small, regard, &self.budget());
        confirmed.unwrap_or(found)
    }

    /// Was this path the last one of the run?
    fn is_on(&self, path: &BasicPath, recorder: &Recorder<'_>) -> bool {
        let segment = match path.to {
            Point::Loop(_) => &recorder.before,
            _ => &recorder.now,
        };
        let spans = segment.spans.iter().copied().filter(|span| self.executed.contains(span));
        let (met, wanted): (Vec<Span>, Vec<Span>) = (spans.collect(), executed(path).collect());
        // A statement that is not completed is met, but not told; where a body ends, it is the other way round.
        let without_last = |spans: &[Span]| spans.len().saturating_sub(1);
        // A path that stands for several ways does not say which one.
        let is_joined = path.steps.iter().any(|step| matches!(step, Step::Either(_)));
        segment.from == path.from
            && (is_joined
                || met == wanted
                || met[..without_last(&met)] == wanted[..]
                || met[..] == wanted[..without_last(&wanted)])
    }
}

/// The statements that a path executes.
fn executed(path: &BasicPath) -> impl Iterator<Item = Span> {
    path.steps.iter().filter_map(|step| match step {
        Step::Execute { statement, .. } => Some(*statement),
        _ => None,
    })
}

/// Is this what the goal is about?
pub(super) fn is_about(path: &BasicPath, goal: &Goal, violation: &Violation) -> bool {
    let is_rank = matches!(goal.kind, GoalKind::RankNotNegative(_) | GoalKind::RankDecreases);
    violation.function == path.function
        && violation.goal == goal.kind
        && violation.span == goal.span
        && (is_rank || violation.what == path.to)
}

/// A run that violates a goal.
#[derive(Clone)]
pub(super) struct Found {
    pub(super) inputs: Inputs,
    pub(super) violation: Violation,
    /// Is it the first thing that the run violates?
    pub(super) regard: CountedViolations,
    /// Does it whatever is beyond the ends of arrays?
    pub(super) is_within: bool,
}

/// Remembers what happened since the last annotation, and between the two before, and waits for a goal to be violated.
struct Recorder<'a> {
    replay: &'a Replay<'a>,
    path: &'a BasicPath,
    goal: &'a Goal,
    regard: CountedViolations,
    blame: Blame,
    before: Segment,
    now: Segment,
    /// Was the goal violated?
    is_met: bool,
}

struct Segment {
    from: Point,
    spans: Vec<Span>,
}

impl<'a> Recorder<'a> {
    fn new(
        replay: &'a Replay<'a>,
        path: &'a BasicPath,
        goal: &'a Goal,
        regard: CountedViolations,
    ) -> Recorder<'a> {
        let segment = || Segment { from: Point::Pre, spans: Vec::new() };
        let (before, now, blame) = (segment(), segment(), Blame::default());
        Recorder { replay, path, goal, regard, blame, before, now, is_met: false }
    }
}

impl Watcher for Recorder<'_> {
    fn step(&mut self, function: FunctionId, span: Span, _: &[Option<Value>]) {
        if function == self.replay.function {
            self.now.spans.push(span);
        }
    }

    fn at_loop(&mut self, function: FunctionId, head: LoopId, _: &[Option<Value>]) {
        if function == self.replay.function {
            let next = Segment { from: Point::Loop(head), spans: Vec::new() };
            self.before = std::mem::replace(&mut self.now, next);
        }
    }

    fn violated(&mut self, violation: &Violation) -> bool {
        let counts = self.blame.counts(violation);
        self.is_met = counts
            && is_about(self.path, self.goal, violation)
            && (self.replay.is_recursive || self.replay.is_on(self.path, self));
        self.regard == CountedViolations::Any && counts && !self.is_met
    }

    fn undetermined(&mut self, _: Span) -> bool {
        self.regard == CountedViolations::Any
    }
}

/// Inputs as they can be typed.
pub(super) fn typed(program: &Program, function: FunctionId, inputs: &Inputs) -> Inputs {
    let written = program.function(function);
    let value = |id: VariableId, value: &Value| plain(program, &written.variable(id).ty, value);
    let arguments = written.parameters.iter().zip(&inputs.arguments);
    Inputs {
        globals: inputs.globals.iter().map(|(id, it)| (*id, value(*id, it))).collect(),
        arguments: arguments.map(|(id, it)| value(*id, it)).collect(),
    }
}

/// A value whose arrays have nothing special beyond their lengths.
fn plain(program: &Program, ty: &Type, value: &Value) -> Value {
    match (ty, value) {
        (Type::Array(element), Value::Array(array)) => {
            let cells = array.cells.iter().map(|cell| plain(program, element, cell)).collect();
            Value::array(cells, Value::initial(program, element))
        }
        (Type::Struct(id), Value::Struct(values)) => {
            let fields = program.structure(*id).fields.iter().zip(values);
            Value::Struct(fields.map(|((_, ty), value)| plain(program, ty, value)).collect())
        }
        _ => value.clone(),
    }
}
