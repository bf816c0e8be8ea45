//! A secret that is not shown.

use std::fmt;

/// A password. Nothing of it is shown by `Debug` or `Display`.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    /// A password from a trusted place: an environment variable or a file, never a command line. A line break at its end, which editors
    /// add to files, is no part of it.
    pub fn new(text: &str) -> Password {
        let line = text.strip_suffix('\n').unwrap_or(text);
        Password(line.strip_suffix('\r').unwrap_or(line).to_owned())
    }

    /// The secret itself, for the server alone.
    pub(crate) fn secret(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

impl fmt::Display for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}
