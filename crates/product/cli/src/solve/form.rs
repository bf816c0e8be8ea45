//! The form of the answers to a script.

use crate::args::{Format, SolveArgs};

/// The form of the answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerForm {
    /// Exactly what SMT-LIB wants printed.
    Script,
    /// The answers to checks alone.
    Words,
    /// A line per file.
    Files,
    /// A line per check.
    Short,
    /// One JSON document.
    Document,
    /// One JSON event per line.
    Lines,
}

impl AnswerForm {
    /// The form that was asked for; none for forms that only `prove` has.
    pub fn of(arguments: &SolveArgs) -> Option<AnswerForm> {
        Some(match arguments.report.form() {
            Format::Json => AnswerForm::Document,
            Format::Jsonl => AnswerForm::Lines,
            Format::Short => AnswerForm::Short,
            Format::Human if arguments.report.quiet => AnswerForm::Words,
            Format::Human if arguments.files.len() > 1 => AnswerForm::Files,
            Format::Human => AnswerForm::Script,
            Format::Sarif | Format::Junit | Format::Github => return None,
        })
    }
}
