//! Why there is no answer, told to a person or to a program.

use buttress_formats::{Diagnostic, smtlib};
use buttress_pi::Severity;

use crate::document::{Document, ErrorDocument};
use crate::json::ErrorEntry;
use crate::output::Output;
use crate::{diagnostics, programs};

/// The exit code of bad usage and of bad input.
pub const EXIT: u8 = 2;

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
            Refusal::Program(text, problems) => programs::refused(name, text, problems, width),
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

    /// Tells the refusal of a whole command: as a document, or on standard error.
    pub fn tell(&self, name: &str, is_json: bool, output: &mut Output) -> u8 {
        match is_json {
            true => document(Some(name), self.entries(), output),
            false => {
                let width = output.width();
                output.note(&self.shown(name, width));
                EXIT
            }
        }
    }
}

/// Tells that the question itself makes no sense, whatever the files hold.
pub fn usage(message: &str, is_json: bool, output: &mut Output) -> u8 {
    match is_json {
        true => document(None, vec![ErrorEntry::plain(message)], output),
        false => {
            output.note(&diagnostics::plain(message));
            EXIT
        }
    }
}

fn document(file: Option<&str>, errors: Vec<ErrorEntry>, output: &mut Output) -> u8 {
    let document = ErrorDocument { file: file.map(str::to_owned), errors, exit_code: EXIT };
    output.answer(&Document::Error(document).pretty());
    EXIT
}
