//! A call of a function, run by the interpreter with its annotations watched, and what is told of it.

mod call;
mod document;
mod message;

use buttress_budget::{Budget, Limits};
use buttress_pi::interpret::{self, RunOutcome, Watcher, call};
use buttress_pi::{Facts, Lines, Program};
use buttress_session::programs::{
    PlaceEntry, RecordedStep, RunRecorder, TrailEntry, TrailRecorder,
};

pub use self::call::{RunCall, run_call};
pub use self::document::RunDocument;
use self::document::{RunStepEntry, RunSteps};
use crate::diagnostics::Source;
use crate::{exit, json};

/// A call of a program, ready to be run.
pub struct Execution<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its text.
    pub source: Source<'a>,
    /// What is called.
    pub call: &'a RunCall,
    /// What the interpreter may do, and what it watches.
    pub interpreter: interpret::Limits,
    /// Time, memory and interrupt.
    pub limits: Limits,
}

impl Execution<'_> {
    /// How the run ends.
    pub fn outcome(&self, watcher: &mut dyn Watcher) -> RunOutcome {
        call(
            self.program,
            &Facts::default(),
            self.call.function,
            &self.call.globals,
            &self.call.arguments,
            &self.interpreter,
            watcher,
            &Budget::new(self.limits.clone()),
        )
    }

    /// The run with a list of at most so many of its steps.
    pub fn listed(&self, most: usize) -> (RunOutcome, RunSteps) {
        let mut recorder = RunRecorder::new(self.program, self.source.text, most);
        let outcome = self.outcome(&mut recorder);
        recorder.end(&outcome);
        let steps = self.steps(recorder);
        (outcome, steps)
    }

    /// The result of a run that returned one, as it can be typed.
    pub fn result(&self, outcome: &RunOutcome) -> Option<String> {
        let RunOutcome::Returned(result) = outcome else { return None };
        let function = self.program.function(self.call.function);
        let typed = result.as_ref().zip(function.result);
        typed.map(|(value, rv)| value.shown(self.program, &function.variable(rv).ty).to_string())
    }

    /// The run once more, step by step.
    fn trail(&self) -> TrailEntry {
        let lines = Lines::new(self.source.text);
        let mut recorder = TrailRecorder::new(self.program, self.source.text, &lines);
        let outcome = self.outcome(&mut recorder);
        recorder.finish(&outcome)
    }

    /// What was executed.
    fn steps(&self, recorder: RunRecorder<'_>) -> RunSteps {
        let (pointers, steps_cut) = (recorder.pointers(), recorder.is_cut);
        let lines = Lines::new(self.source.text);
        let entry = |step: RecordedStep| RunStepEntry {
            function: self.program.function(step.function).name.text.clone(),
            place: PlaceEntry::of(self.source.text, &lines, step.span),
            text: step.text,
            variables: step.variables,
        };
        RunSteps { steps: recorder.steps.into_iter().map(entry).collect(), steps_cut, pointers }
    }

    /// The run as a document; `exit_code` is that of its outcome, unless it was interrupted.
    pub fn document(
        &self,
        outcome: &RunOutcome,
        steps: Option<RunSteps>,
        exit_code: u8,
        with_pictures: bool,
    ) -> RunDocument {
        let name = match outcome {
            RunOutcome::Returned(_) => "returned",
            RunOutcome::Violated(_) => "violated",
            RunOutcome::BadArguments(_) => "bad arguments",
            RunOutcome::TooLong(_) => "too long",
            RunOutcome::Undetermined(_) => "undetermined",
        };
        let message = self.message(outcome);
        RunDocument {
            file: self.source.file.to_owned(),
            call: self.call.text.clone(),
            outcome: name,
            result: self.result(outcome),
            line: message.place.as_ref().map(|(span, _)| span.place(self.source.text).0),
            message: (!message.title.is_empty()).then_some(message.title),
            steps,
            source: with_pictures.then(|| json::source(self.source.text.as_bytes())),
            trail: with_pictures.then(|| self.trail()),
            next_steps: Vec::new(),
            exit_code,
        }
    }
}

/// The exit code of a run that nobody has interrupted.
pub fn exit_code(outcome: &RunOutcome) -> u8 {
    match outcome {
        RunOutcome::Returned(_) => 0,
        RunOutcome::Violated(_) => exit::FALSE,
        RunOutcome::BadArguments(_) => exit::USAGE,
        RunOutcome::TooLong(_) | RunOutcome::Undetermined(_) => exit::UNKNOWN,
    }
}
