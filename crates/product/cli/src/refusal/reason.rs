//! Why a file has no report.

use buttress_formats::{Diagnostic, smtlib};
use buttress_pi::Severity;

use crate::diagnostics;
use crate::json::ErrorEntry;

/// Why a file has no report.
#[derive(Debug)]
pub enum Refusal {
    /// The file, or what was asked of it, makes no sense: one line for the user.
    Plain(String),
    /// The file is broken.
    Broken(Vec<u8>, Vec<Diagnostic>),
    /// A command of the script is wrong.
    Script(Vec<u8>, Box<smtlib::Error>),
    /// A program makes no sense.
    Program(Vec<u8>, Vec<buttress_pi::Diagnostic>),
}

impl Refusal {
    /// The refusal for a person.
    pub fn shown(&self, name: &str, width: usize) -> String {
        match self {
            Refusal::Plain(message) => diagnostics::plain(message),
            Refusal::Broken(bytes, problems) => diagnostics::all(name, bytes, problems),
            Refusal::Script(text, error) => diagnostics::in_script(name, text, error),
            Refusal::Program(text, problems) => {
                diagnostics::errors_in_program(name, text, problems, width)
            }
        }
    }

    /// The refusal for a program.
    pub fn entries(&self) -> Vec<ErrorEntry> {
        match self {
            Refusal::Plain(message) => vec![ErrorEntry::plain(message)],
            Refusal::Broken(_, problems) => problems.iter().map(ErrorEntry::of).collect(),
            Refusal::Script(_, error) => vec![ErrorEntry::in_script(error)],
            Refusal::Program(bytes, problems) => {
                let text = String::from_utf8_lossy(bytes);
                let errors = problems.iter().filter(|problem| problem.severity == Severity::Error);
                errors.map(|problem| ErrorEntry::in_program(&text, problem)).collect()
            }
        }
    }
}
