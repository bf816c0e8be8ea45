//! A loop or a function for which no ranking was found, as a person reads it.

use buttress_pi::{Severity, Span};

use crate::diagnostics::{ProgramMessage, Source};

/// The code, for `buttress explain`.
pub const CODE: &str = "PI0323";

/// What is the matter, in a line.
pub fn title(place: &str) -> String {
    format!("no ranking was found for {place}")
}

/// The message about a loop or a function.
pub fn message(place: &str, span: Span, source: Source<'_>) -> String {
    let message = ProgramMessage {
        word: "unknown",
        severity: Severity::Warning,
        code: CODE,
        title: title(place),
        place: Some((span, "may go on for ever".to_owned())),
        others: Vec::new(),
        notes: vec!["no call that never ends was found either".to_owned()],
        help: vec!["write one beside the annotation, as in # (n - i)".to_owned()],
    };
    message.shown(source)
}
