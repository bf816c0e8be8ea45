//! What is wrong with a command, and where.

use std::fmt;

use crate::Place;

/// The kinds of error.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// A strange character, a malformed number, a string without an end.
    Lexical,
    /// Tokens that do not form what is expected here.
    Syntax,
    /// A term of another sort than its place asks for, or the wrong number of arguments.
    Sort,
    /// A name that nothing declares.
    Unknown,
    /// A name that is declared already or may not be declared.
    Declaration,
    /// A command that is not possible in the present state, such as a `pop` too many.
    State,
    /// Proper SMT-LIB that is not supported here.
    Unsupported,
}

/// One error in a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// Which kind of error.
    pub kind: Kind,
    /// The position in bytes from the start of the input.
    pub offset: usize,
    /// The position as a person counts it.
    pub place: Place,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What would have been right here.
    pub expected: Option<String>,
    /// What the user may do about it.
    pub hint: Option<String>,
    /// The name that the hint proposes in place of the one at the error, if it proposes one.
    pub suggestion: Option<String>,
}

impl Error {
    /// An error without a hint.
    pub fn new(kind: Kind, offset: usize, place: Place, message: impl Into<String>) -> Error {
        let message = message.into();
        Error { kind, offset, place, message, expected: None, hint: None, suggestion: None }
    }

    /// Adds what would have been right.
    #[must_use]
    pub(crate) fn expecting(mut self, expected: impl Into<String>) -> Error {
        self.expected = Some(expected.into());
        self
    }

    /// Adds what the user may do.
    #[must_use]
    pub(crate) fn hinting(mut self, hint: Option<String>) -> Error {
        self.hint = hint;
        self
    }

    /// Asks whether another name was meant, if there is one.
    #[must_use]
    pub(crate) fn suggesting(mut self, name: Option<String>) -> Error {
        self.hint = name.as_ref().map(|name| format!("did you mean `{name}`?"));
        self.suggestion = name;
        self
    }
}

impl fmt::Display for Error {
    /// `line 3:14: expected a term of sort Int, found Bool`, then the hint.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { line, column } = self.place;
        write!(f, "line {line}:{column}: {}", self.message)?;
        match &self.hint {
            Some(hint) => write!(f, "; {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {}
