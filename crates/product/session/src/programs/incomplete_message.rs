//! The message about a function whose conditions were not all made.

use buttress_pi::Severity;

use super::message::Message;
use super::report::FunctionReport;
use crate::no_answer::{NoAnswer, UnknownKind};

/// What is the matter, in a line.
pub fn incomplete_title(name: &str, why: &NoAnswer) -> String {
    format!("not all conditions of {name} were made: {why}")
}

/// The message about a function.
pub fn incomplete_message(function: &FunctionReport, why: &NoAnswer) -> Message {
    let too_many = "split the function, or write a predicate with @ on the way: paths end there";
    Message {
        word: "unknown",
        severity: Severity::Warning,
        code: why.kind.code(),
        title: incomplete_title(&function.name, why),
        place: Some((function.span, String::new())),
        others: Vec::new(),
        notes: Vec::new(),
        help: (why.kind == UnknownKind::Unsupported)
            .then(|| too_many.to_owned())
            .into_iter()
            .collect(),
    }
}
