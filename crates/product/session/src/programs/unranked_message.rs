//! The message about a loop or a function for which no ranking was found.

use buttress_pi::{Severity, Span};

use super::message::Message;

/// The code, for `buttress explain`.
pub const UNRANKED_CODE: &str = "PI0323";

/// What is the matter, in a line.
pub fn unranked_title(place: &str) -> String {
    format!("no ranking was found for {place}")
}

/// The message about a loop or a function.
pub fn unranked_message(place: &str, span: Span) -> Message {
    Message {
        word: "unknown",
        severity: Severity::Warning,
        code: UNRANKED_CODE,
        title: unranked_title(place),
        place: Some((span, "may go on for ever".to_owned())),
        others: Vec::new(),
        notes: vec!["no call that never ends was found either".to_owned()],
        help: vec!["write one beside the annotation, as in # (n - i)".to_owned()],
    }
}
