//! A run of a program step by step, for whoever draws it: the variables before each statement, and at the end.

use std::collections::{BTreeSet, HashMap, VecDeque};

use buttress_budget::Budget;
use buttress_pi::interpret::{Limits, Machine, RunOutcome, Violation, Watcher};
use buttress_pi::paths::GoalKind;
use buttress_pi::program::{FunctionId, Program, Role, Type, VariableId};
use buttress_pi::{Facts, Lines, Span, Value};
use schemars::JsonSchema;
use serde::Serialize;

use super::entries::ValueEntry;
use super::pointers::pointers;
use super::report::{ConditionReport, FailingRun};
use super::state_drawing::number;
use crate::limits::{REPLAY_EFFORT, REPLAY_STEPS, REPLAY_TIME, TRAIL_CELLS, TRAIL_ENDS};

/// A run, step by step.
#[derive(Serialize, JsonSchema, Clone, Default)]
pub struct TrailEntry {
    /// The steps, in order.
    pub steps: Vec<TrailStepEntry>,
    /// Steps in the middle that are left out.
    pub left_out: u64,
    /// Does something fail in the last step?
    pub fails: bool,
}

/// A step of a run: the variables before it.
#[derive(Serialize, JsonSchema, Clone)]
pub struct TrailStepEntry {
    /// The function that runs.
    pub function: String,
    /// The line of the statement, counted from 1.
    pub line: usize,
    /// The first line of the statement; of the last step, what fails.
    pub text: String,
    /// The variables that are no arrays.
    pub values: Vec<ValueEntry>,
    /// The arrays.
    pub arrays: Vec<ArrayEntry>,
    /// The variables that are used as indices.
    pub pointers: Vec<PointerEntry>,
}

/// An array and its cells.
#[derive(Serialize, JsonSchema, Clone)]
pub struct ArrayEntry {
    /// The variable.
    pub name: String,
    /// Its cells; of a very long array, the first ones.
    pub cells: Vec<String>,
}

/// A variable that is used as an index.
#[derive(Serialize, JsonSchema, Clone)]
pub struct PointerEntry {
    /// The variable.
    pub name: String,
    /// Its value.
    pub index: i64,
}

/// Takes note of the steps of a run.
pub struct TrailRecorder<'a> {
    program: &'a Program,
    text: &'a str,
    lines: &'a Lines,
    pointers: HashMap<u32, BTreeSet<VariableId>>,
    first: Vec<TrailStepEntry>,
    last: VecDeque<TrailStepEntry>,
    left_out: u64,
    /// What is to fail, where, and after how many statements: anything else does not end the run.
    awaited: Option<(GoalKind, Span, u64)>,
}

impl<'a> TrailRecorder<'a> {
    /// Of a run of this program. The lines are those of its text.
    pub fn new(program: &'a Program, text: &'a str, lines: &'a Lines) -> TrailRecorder<'a> {
        TrailRecorder {
            program,
            text,
            lines,
            pointers: HashMap::new(),
            first: Vec::new(),
            last: VecDeque::new(),
            left_out: 0,
            awaited: None,
        }
    }

    /// What was noted of a run that ended so.
    pub fn finish(mut self, outcome: &RunOutcome) -> TrailEntry {
        let mut trail = TrailEntry::default();
        if let RunOutcome::Violated(violation) = outcome {
            trail.fails = true;
            self.note(violation.function, violation.span, &violation.state);
        }
        trail.steps = self.first;
        trail.steps.extend(self.last);
        trail.left_out = self.left_out;
        trail
    }

    fn note(&mut self, id: FunctionId, span: Span, state: &[Option<Value>]) {
        let function = self.program.function(id);
        let pointers = self.pointers.entry(id.0).or_insert_with(|| pointers(function));
        let mut step = TrailStepEntry {
            function: function.name.text.clone(),
            line: self.lines.place(self.text, span).0,
            // Of statements with others inside, the first line says enough.
            text: span.of(self.text).lines().next().unwrap_or_default().trim_end().to_owned(),
            values: Vec::new(),
            arrays: Vec::new(),
            pointers: Vec::new(),
        };
        for (place, (variable, value)) in function.variables.iter().zip(state).enumerate() {
            let Some(value) = value else { continue };
            if matches!(variable.role, Role::Entry(_)) {
                continue;
            }
            let name = variable.name.clone();
            if let (Type::Array(element), Value::Array(array)) = (&variable.ty, value) {
                let cells = array.cells.iter().take(TRAIL_CELLS);
                let cells = cells.map(|cell| cell.shown(self.program, element).to_string());
                step.arrays.push(ArrayEntry { name, cells: cells.collect() });
                continue;
            }
            if let Some(index) =
                number(value).filter(|_| pointers.contains(&VariableId(place as u32)))
            {
                step.pointers.push(PointerEntry { name: name.clone(), index });
            }
            let value = value.shown(self.program, &variable.ty).to_string();
            step.values.push(ValueEntry { name, value });
        }
        let [first, last] = TRAIL_ENDS;
        if self.first.len() < first {
            self.first.push(step);
            return;
        }
        if self.last.len() == last {
            self.last.pop_front();
            self.left_out += 1;
        }
        self.last.push_back(step);
    }
}

impl Watcher for TrailRecorder<'_> {
    fn step(&mut self, function: FunctionId, span: Span, state: &[Option<Value>]) {
        self.note(function, span, state);
    }

    fn violated(&mut self, violation: &Violation) -> bool {
        self.awaited.is_some_and(|(goal, span, steps)| {
            (violation.goal, violation.span, violation.steps) != (goal, span, steps)
        })
    }

    fn undetermined(&mut self, _: Span) -> bool {
        self.awaited.is_some()
    }
}

/// The run that violates a condition, replayed.
pub(super) fn trail(
    program: &Program,
    facts: &Facts,
    (text, lines): (&str, &Lines),
    (function, condition): (FunctionId, &ConditionReport),
    run: &FailingRun,
) -> TrailEntry {
    let mut recorder = TrailRecorder::new(program, text, lines);
    recorder.awaited = Some((condition.kind, condition.span, run.steps));
    let is_rank = matches!(condition.kind, GoalKind::RankNotNegative(_) | GoalKind::RankDecreases);
    let limits = Limits {
        steps: REPLAY_STEPS,
        annotations: true,
        termination: is_rank,
        ..Limits::default()
    };
    let limit = buttress_budget::Limits::none().within(REPLAY_TIME);
    let budget = Budget::with_effort(limit, REPLAY_EFFORT);
    let machine = Machine::new(program, facts);
    let outcome =
        machine.call(function, &run.globals, &run.arguments, &limits, &mut recorder, &budget);
    recorder.finish(&outcome)
}
