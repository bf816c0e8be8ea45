//! Messages about programs as data: title, places in the text, notes, help. Front ends draw them.

use buttress_pi::{Diagnostic, Severity, Span};

/// A message with places in the text of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// The word before the code: `error`, `open`, `unknown` and so on.
    pub word: &'static str,
    /// How grave it is.
    pub severity: Severity,
    /// The code.
    pub code: &'static str,
    /// What is the matter.
    pub title: String,
    /// Where, with what to write there.
    pub place: Option<(Span, String)>,
    /// Other places.
    pub others: Vec<(Span, String)>,
    /// Why it is so, in one or more lines each.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Vec<String>,
}

/// The text that a message is about.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The name of the file, as it can be typed.
    pub file: &'a str,
    /// What is in it.
    pub text: &'a str,
    /// How many columns drawings may take.
    pub width: usize,
}

impl From<&Diagnostic> for Message {
    fn from(problem: &Diagnostic) -> Message {
        let word = match problem.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        Message {
            word,
            severity: problem.severity,
            code: problem.code,
            title: problem.message.clone(),
            place: Some((problem.span, problem.label.clone().unwrap_or_default())),
            others: problem.related.clone(),
            notes: problem.note.iter().cloned().collect(),
            help: problem.help.iter().cloned().collect(),
        }
    }
}
