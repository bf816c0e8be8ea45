//! How a run is going.

use crate::events::{AnsweredEntry, AnsweredProperty, Line};
use crate::json;
use crate::solve::CheckWord;

/// Told of events from whichever thread they happen on. Every function of an [`Event`] is one.
pub trait Observer: Send + Sync {
    /// Something happened.
    fn notice(&self, event: &Event<'_>);
}

impl<F: Fn(&Event<'_>) + Send + Sync> Observer for F {
    fn notice(&self, event: &Event<'_>) {
        self(event);
    }
}

/// Something that happened in a run.
pub struct Event<'a> {
    line: &'a Line,
}

/// What happened. More will be told in time.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum EventKind {
    /// The input was read: it has so many properties or functions.
    Loaded {
        /// How many.
        count: usize,
    },
    /// An engine goes on.
    Turn {
        /// Which engine.
        engine: String,
        /// On which property, by position; none if on all.
        property: Option<usize>,
        /// How far it is, if it tells: steps or frames.
        depth: Option<usize>,
    },
    /// An invariant was found.
    Found {
        /// By which engine.
        engine: String,
        /// The invariant, for a person.
        text: String,
    },
    /// The conditions of a path of a program are decided.
    Path {
        /// The function.
        function: String,
        /// How many conditions there are.
        conditions: usize,
        /// How many of them are proved.
        proved: usize,
    },
    /// A property, or a check of a script, has its answer.
    Answered {
        /// The property, or the number of the check.
        name: String,
        /// The verdict in a word.
        verdict: String,
    },
    /// Something that only the JSON of the event tells of.
    Other,
}

impl<'a> Event<'a> {
    pub(super) fn of(line: &'a Line) -> Event<'a> {
        Event { line }
    }

    /// What happened.
    pub fn kind(&self) -> EventKind {
        match self.line {
            Line::Loaded { properties, .. } | Line::System { properties, .. } => {
                EventKind::Loaded { count: *properties }
            }
            Line::Program { functions, .. } => EventKind::Loaded { count: *functions },
            Line::Turn { engine, property, depth, .. } => EventKind::Turn {
                engine: (*engine).to_owned(),
                property: *property,
                depth: Some(*depth),
            },
            Line::Engine { engine, property, .. } => EventKind::Turn {
                engine: (*engine).to_owned(),
                property: Some(*property),
                depth: None,
            },
            Line::Found { engine, text, .. } => {
                EventKind::Found { engine: (*engine).to_owned(), text: text.clone() }
            }
            Line::Path { function, conditions, proved, .. } => EventKind::Path {
                function: function.clone(),
                conditions: *conditions,
                proved: *proved,
            },
            Line::Answered { answer, .. } => {
                let (name, verdict) = answered(answer);
                EventKind::Answered { name, verdict: verdict.to_owned() }
            }
            _ => EventKind::Other,
        }
    }

    /// The event as `--format jsonl` prints it, without the end of the line.
    pub fn to_json(&self) -> String {
        json::line(self.line).trim_end().to_owned()
    }
}

fn answered(answer: &AnsweredEntry) -> (String, &'static str) {
    match answer {
        AnsweredEntry::Property(property) => match &**property {
            AnsweredProperty::Circuit(entry) => (entry.name.clone(), entry.verdict.as_str()),
            AnsweredProperty::Numbers(entry) => (entry.name.clone(), entry.verdict.as_str()),
        },
        AnsweredEntry::Check(check) => {
            let verdict = match check.verdict {
                CheckWord::Sat => "sat",
                CheckWord::Unsat => "unsat",
                CheckWord::Unknown => "unknown",
                CheckWord::Rejected => "rejected",
            };
            (check.number.to_string(), verdict)
        }
    }
}
