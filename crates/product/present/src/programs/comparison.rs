//! A comparison that fails.

use std::fmt;

use buttress_pi::Value;

/// A comparison of values that fails.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// The left side.
    pub left: Value,
    /// `<=`, `<` or `=`
    pub sign: &'static str,
    /// The right side.
    pub right: Value,
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.left, self.sign, self.right)
    }
}
