//! What is said of a run that did not return.

use buttress_pi::interpret::{RunLimit, RunOutcome, Violation};
use buttress_pi::paths::{Check, Point};
use buttress_pi::program::FunctionId;
use buttress_pi::{Severity, Value};
use buttress_session::programs::Message;

use super::Execution;
use crate::plural::counted;

impl Execution<'_> {
    /// What is said of a run that did not return.
    pub fn message(&self, outcome: &RunOutcome) -> Message {
        let function = self.program.function(self.call.function);
        let mut message = Message {
            word: "error",
            severity: Severity::Error,
            code: "PI0080",
            title: String::new(),
            place: None,
            others: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
        };
        match outcome {
            RunOutcome::Returned(_) => {}
            RunOutcome::BadArguments(conjunct) => {
                message.code = "PI0083";
                message.title = "the arguments do not satisfy the precondition".to_owned();
                let written = function.pre.conjuncts.get(*conjunct);
                message.place = written.map(|conjunct| (conjunct.span, "false here".to_owned()));
            }
            RunOutcome::TooLong(limit) => {
                (message.word, message.severity) = ("unknown", Severity::Warning);
                message.code = "PI0402";
                message.title = match limit {
                    RunLimit::Steps | RunLimit::Watcher => "the run is too long".to_owned(),
                    RunLimit::Depth => "the calls are too deep within each other".to_owned(),
                    RunLimit::Size => "a value is too large".to_owned(),
                    RunLimit::Budget(met) => met.to_string(),
                };
            }
            RunOutcome::Undetermined(span) => {
                (message.word, message.severity) = ("unknown", Severity::Warning);
                message.code = "PI0404";
                message.title = "this annotation could not be evaluated".to_owned();
                message.place = Some((*span, String::new()));
            }
            RunOutcome::Violated(violation) => {
                message.word = "false";
                let (code, title) = self.violated(violation);
                (message.code, message.title) = (code, title);
                message.place = Some((violation.span, "false here".to_owned()));
                let state = self.state(violation.function, &violation.state);
                let steps = counted(violation.steps as usize, "step");
                message.notes.push(format!("after {steps}:  {state}"));
            }
        }
        message
    }

    fn violated(&self, violation: &Violation) -> (&'static str, String) {
        let name = &self.program.function(violation.function).name.text;
        match violation.what {
            Point::Pre => ("PI0315", format!("the precondition of {name} is false")),
            Point::Post => ("PI0301", format!("the postcondition of {name} is false")),
            Point::Loop(_) => ("PI0305", format!("the annotation of a loop of {name} is false")),
            Point::Assert(_) => ("PI0316", "the assertion is false".to_owned()),
            Point::Call(callee, _) => {
                let callee = &self.program.function(callee).name.text;
                ("PI0315", format!("the precondition of {callee} is false at this call"))
            }
            Point::Runtime(check, _) => match check {
                Check::NotNegative => ("PI0310", "the subscript is negative".to_owned()),
                Check::BelowLength => {
                    ("PI0310", "the subscript is not below the length".to_owned())
                }
                Check::Divisor => ("PI0311", "the divisor is 0".to_owned()),
                Check::NewLength => ("PI0312", "the length of a new array is negative".to_owned()),
                Check::HasKey => ("PI0313", "the key is missing".to_owned()),
                Check::NotAtom => ("PI0314", "the list is nil".to_owned()),
            },
            Point::Rank => ("PI0320", "the ranking is negative or does not decrease".to_owned()),
        }
    }

    /// The variables with their values.
    fn state(&self, function: FunctionId, state: &[Option<Value>]) -> String {
        let written = self.program.function(function);
        let shown = written.variables.iter().zip(state).filter_map(|(variable, value)| {
            let value = value.as_ref()?.shown(self.program, &variable.ty);
            Some(format!("{} = {value}", variable.name))
        });
        shown.collect::<Vec<_>>().join(", ")
    }
}
