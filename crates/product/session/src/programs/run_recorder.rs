//! A run noted step by step, for those who step through it afterwards.

use std::collections::BTreeSet;

use buttress_pi::interpret::{RunOutcome, Watcher};
use buttress_pi::program::{FunctionId, LoopId, Program};
use buttress_pi::{Span, Value};

use super::entries::{PointersEntry, ValueEntry};
use super::pointers::pointer_names;

/// A step of a run.
pub struct RecordedStep {
    /// The function that runs.
    pub function: FunctionId,
    /// The statement, or the loop.
    pub span: Span,
    /// The first line of the statement, or the name of the loop's annotation.
    pub text: String,
    /// The variables before it.
    pub variables: Vec<ValueEntry>,
}

/// Notes the steps of a run.
pub struct RunRecorder<'a> {
    program: &'a Program,
    text: &'a str,
    most: usize,
    /// Does the run end once no more is noted?
    ends_run: bool,
    /// What was executed, in order.
    pub steps: Vec<RecordedStep>,
    /// Were there more steps than are noted?
    pub is_cut: bool,
}

impl<'a> RunRecorder<'a> {
    /// Notes at most so many steps of a program with this text.
    pub fn new(program: &'a Program, text: &'a str, most: usize) -> RunRecorder<'a> {
        RunRecorder { program, text, most, ends_run: false, steps: Vec::new(), is_cut: false }
    }

    /// The run ends, too, once no more is noted: somebody waits.
    pub fn ending_run(self) -> RunRecorder<'a> {
        RunRecorder { ends_run: true, ..self }
    }

    /// How the run ended: what is violated is its last step.
    pub fn end(&mut self, outcome: &RunOutcome) {
        if let RunOutcome::Violated(violation) = outcome {
            self.step(violation.function, violation.span, &violation.state);
        }
    }

    /// For each function that took a step, its variables that are indices.
    pub fn pointers(&self) -> Vec<PointersEntry> {
        let functions: BTreeSet<FunctionId> = self.steps.iter().map(|it| it.function).collect();
        let entry = |id: FunctionId| {
            let function = self.program.function(id);
            let (name, names) = (function.name.text.clone(), pointer_names(function));
            PointersEntry { function: name, names }
        };
        functions.into_iter().map(entry).collect()
    }

    fn note(&mut self, id: FunctionId, span: Span, text: String, state: &[Option<Value>]) {
        if self.steps.len() >= self.most {
            self.is_cut = true;
            return;
        }
        let written = self.program.function(id).variables.iter();
        let variables = written.zip(state).filter_map(|(variable, value)| {
            let value = value.as_ref()?.shown(self.program, &variable.ty).to_string();
            Some(ValueEntry { name: variable.name.clone(), value })
        });
        let variables = variables.collect();
        self.steps.push(RecordedStep { function: id, span, text, variables });
    }
}

impl Watcher for RunRecorder<'_> {
    fn step(&mut self, function: FunctionId, span: Span, state: &[Option<Value>]) {
        // Of statements with others inside, the first line says enough.
        let text = span.of(self.text).lines().next().unwrap_or_default();
        self.note(function, span, text.trim_end().to_owned(), state);
    }

    fn at_loop(&mut self, function: FunctionId, head: LoopId, state: &[Option<Value>]) {
        let head = self.program.function(function).head(head);
        let label = head.annotation.label.as_deref().unwrap_or("loop");
        self.note(function, head.span, format!("@ {label}"), state);
    }

    fn is_done(&self) -> bool {
        self.is_cut && self.ends_run
    }
}
