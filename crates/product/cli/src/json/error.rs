//! What is wrong with a file, as JSON.

use buttress_formats::{Diagnostic, smtlib};
use schemars::JsonSchema;
use serde::Serialize;

/// One error in a file, or about it.
#[derive(Serialize, JsonSchema, Clone, Default)]
pub struct ErrorEntry {
    /// The code, for `buttress explain`; none if the file could not even be opened.
    pub code: Option<&'static str>,
    /// What is wrong.
    pub message: String,
    /// The line, counted from 1; none inside binary data.
    pub line: Option<usize>,
    /// The column, counted from 1.
    pub column: Option<usize>,
    /// The position in bytes.
    pub offset: Option<usize>,
    /// What would have been right.
    pub expected: Option<String>,
    /// What may be done about it.
    pub help: Option<String>,
}

/// Why there is no answer: the file cannot be read, or what was asked of it makes no sense.
#[derive(Serialize, JsonSchema)]
pub struct ErrorDocument {
    /// The path as it was given; null if no file is at fault.
    pub file: Option<String>,
    /// What is wrong.
    #[schemars(length(min = 1))]
    pub errors: Vec<ErrorEntry>,
    /// The exit code.
    pub exit_code: u8,
}

impl ErrorEntry {
    /// An error without a place.
    pub fn plain(message: impl AsRef<str>) -> ErrorEntry {
        ErrorEntry { message: message.as_ref().to_owned(), ..ErrorEntry::default() }
    }

    /// The entry of an error in a script.
    pub fn in_script(error: &smtlib::Error) -> ErrorEntry {
        ErrorEntry {
            code: None,
            message: error.message.clone(),
            line: Some(error.place.line),
            column: Some(error.place.column),
            offset: Some(error.offset),
            expected: error.expected.clone(),
            help: error.hint.clone(),
        }
    }

    /// The entry of a message about a program.
    pub fn in_program(text: &str, diagnostic: &buttress_pi::Diagnostic) -> ErrorEntry {
        let (line, column) = diagnostic.span.place(text);
        ErrorEntry {
            code: Some(diagnostic.code),
            message: diagnostic.message.clone(),
            line: Some(line),
            column: Some(column),
            offset: Some(diagnostic.span.start as usize),
            expected: diagnostic.label.clone(),
            help: diagnostic.help.clone(),
        }
    }

    /// The entry of a diagnostic.
    pub fn of(diagnostic: &Diagnostic) -> ErrorEntry {
        ErrorEntry {
            code: Some(diagnostic.code.as_str()),
            message: diagnostic.message.clone(),
            line: diagnostic.place.map(|place| place.line),
            column: diagnostic.place.map(|place| place.column),
            offset: Some(diagnostic.offset),
            expected: diagnostic.expected.clone(),
            help: diagnostic.hint.clone(),
        }
    }
}
