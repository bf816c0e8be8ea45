//! Why there is no answer.

use std::fmt;

use crate::json::ErrorEntry;
use crate::refusal::Refusal;

/// Why there is no answer: the input cannot be read, or what was asked of it makes no sense. Running out of time
/// or memory is no error but a verdict, [`Verdict::Unknown`](crate::Verdict::Unknown).
///
/// ```
/// # use buttress::{Input, Settings, prove};
/// let broken = Input::bytes("design.aag", "aag 1 1 0 0\n");
/// let error = prove(broken, &Settings::new()).unwrap_err();
/// assert_eq!(error.problems[0].line, Some(1));
/// println!("{error}");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Error {
    /// The name of the input, or of the text that is at fault.
    pub file: Option<String>,
    /// What is wrong; at least one thing is.
    pub problems: Vec<Problem>,
}

/// One thing that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Problem {
    /// What is wrong.
    pub message: String,
    /// The code, for `buttress explain`.
    pub code: Option<String>,
    /// The line, counted from 1.
    pub line: Option<usize>,
    /// The column, counted from 1.
    pub column: Option<usize>,
    /// The position in bytes.
    pub offset: Option<usize>,
    /// What would have been right.
    pub expected: Option<String>,
    /// What may be done about it.
    pub hint: Option<String>,
}

impl Error {
    pub(super) fn of(file: &str, refusal: &Refusal) -> Error {
        let file = match refusal {
            // The message names the file.
            Refusal::Plain(_) => None,
            _ => Some(file.to_owned()),
        };
        Error { file, problems: refusal.entries().into_iter().map(Problem::of).collect() }
    }

    pub(super) fn plain(message: String) -> Error {
        Error { file: None, problems: vec![Problem::of(ErrorEntry::plain(message))] }
    }
}

impl Problem {
    pub(super) fn of(entry: ErrorEntry) -> Problem {
        Problem {
            message: entry.message,
            code: entry.code.map(str::to_owned),
            line: entry.line,
            column: entry.column,
            offset: entry.offset,
            expected: entry.expected,
            hint: entry.help,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, problem) in self.problems.iter().enumerate() {
            if position > 0 {
                writeln!(f)?;
            }
            if let Some(file) = &self.file {
                write!(f, "{file}:")?;
                if let (Some(line), Some(column)) = (problem.line, problem.column) {
                    write!(f, "{line}:{column}:")?;
                }
                write!(f, " ")?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)?;
        if let Some(expected) = &self.expected {
            write!(f, "; expected {expected}")?;
        }
        match &self.hint {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {}
