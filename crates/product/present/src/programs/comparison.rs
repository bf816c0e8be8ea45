//! A comparison that fails.

use std::fmt;

use buttress_pi::Value;

/// A comparison of values that fails.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// The left side.
    pub left: Value,
    /// As in `<=`.
    pub sign: &'static str,
    /// The right side.
    pub right: Value,
    /// What stands on the left side, as in `a[0]`, if it is known as it is written.
    pub subject: Option<String>,
}

impl Comparison {
    /// That it fails: `a[0] = 0, not 1`, or `7 <= 3 fails`.
    pub fn failure(&self) -> String {
        match &self.subject {
            Some(subject) if self.sign == "=" => {
                format!("{subject} = {}, not {}", self.left, self.right)
            }
            _ => format!("{self} fails"),
        }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.left, self.sign, self.right)
    }
}
