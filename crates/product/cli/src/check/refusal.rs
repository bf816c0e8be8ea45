//! Why evidence was not accepted.

use buttress_budget::Exhausted;
use buttress_session::UnknownKind;

use crate::json::ErrorEntry;
use crate::limits::MESSAGE_WIDTH;
use crate::refusal::Refusal;
use crate::{diagnostics, exit};

/// Why evidence was not accepted: it is wrong, or it or its file cannot be read, or a limit was met.
pub struct CheckRefusal {
    /// The exit code.
    pub exit_code: u8,
    /// For a person.
    pub shown: String,
    /// For a program.
    pub errors: Vec<ErrorEntry>,
    /// The limit that was met, if that is why.
    pub exhausted: Option<Exhausted>,
}

impl CheckRefusal {
    /// A refusal that no limit has caused.
    pub fn new(exit_code: u8, shown: String, errors: Vec<ErrorEntry>) -> CheckRefusal {
        CheckRefusal { exit_code, shown, errors, exhausted: None }
    }

    /// The file itself cannot be read.
    pub fn unread(file: &str, refusal: &Refusal) -> CheckRefusal {
        CheckRefusal::new(exit::USAGE, refusal.shown(file, MESSAGE_WIDTH), refusal.entries())
    }

    /// The evidence is nothing that can be read.
    pub fn unreadable(message: String) -> CheckRefusal {
        let shown = diagnostics::plain(&message);
        CheckRefusal::new(exit::USAGE, shown, vec![ErrorEntry::plain(message)])
    }

    /// A limit was met before the check was done.
    pub fn undecided(evidence: &str, exhausted: Exhausted) -> CheckRefusal {
        let code = UnknownKind::from(exhausted).code();
        let shown = format!("{evidence}: unknown[{code}]: {exhausted}");
        let plain = ErrorEntry::plain(format!("{evidence}: unknown: {exhausted}"));
        let errors = vec![ErrorEntry { code: Some(code), ..plain }];
        CheckRefusal { exit_code: exit::UNKNOWN, shown, errors, exhausted: Some(exhausted) }
    }

    /// The evidence is wrong.
    pub fn damaged(evidence: &str, message: &str) -> CheckRefusal {
        let message = format!("{evidence}: {message}");
        let shown = format!("rejected: {message}");
        CheckRefusal::new(exit::FALSE, shown, vec![ErrorEntry::plain(message)])
    }

    /// The evidence is wrong in this line, if the line is known.
    pub fn damaged_at(
        evidence: &str,
        text: &[u8],
        message: String,
        line: Option<usize>,
    ) -> CheckRefusal {
        let Some(number) = line else { return CheckRefusal::damaged(evidence, &message) };
        let shown = diagnostics::excerpt(evidence, text, &message, number);
        let errors = vec![ErrorEntry { line, ..ErrorEntry::plain(message) }];
        CheckRefusal::new(exit::FALSE, shown, errors)
    }
}
