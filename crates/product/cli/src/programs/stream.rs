//! The events of a run on a program, as lines of JSON.

use buttress_session::programs;

use crate::events::{Line, Sink};

/// Tells of events as they happen.
pub struct ProgramsStream<'a> {
    file: &'a str,
    sink: &'a Sink<'a>,
}

impl<'a> ProgramsStream<'a> {
    /// The events of one file.
    pub fn new(file: &'a str, sink: &'a Sink<'a>) -> ProgramsStream<'a> {
        ProgramsStream { file, sink }
    }
}

impl programs::Observer for ProgramsStream<'_> {
    fn notice(&self, event: &programs::Event<'_>) {
        let file = self.file.to_owned();
        let line = match event {
            programs::Event::Loaded { functions } => Line::Program { file, functions: *functions },
            programs::Event::Inferred(facts) => Line::Facts { file, count: *facts },
            programs::Event::Decided { function, conditions, proved } => Line::Path {
                file,
                function: (*function).to_owned(),
                conditions: *conditions,
                proved: *proved,
            },
            _ => return,
        };
        (self.sink)(&line);
    }
}
