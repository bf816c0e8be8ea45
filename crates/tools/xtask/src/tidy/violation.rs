//! What a rule finds.

use std::fmt;

/// A fact that does not hold.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Violation {
    /// `file:line`, or a crate.
    pub place: String,
    /// The rule, in a few words.
    pub rule: &'static str,
    /// What was found.
    pub found: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({})", self.place, self.rule, self.found)
    }
}
