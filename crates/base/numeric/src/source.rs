//! What a line of a derivation adds.

use std::fmt;

use crate::ConstraintTag;

/// A constraint that a line adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// A constraint that somebody asserted.
    Given(ConstraintTag),
    /// The denial of the atom that is being explained.
    NegatedAtom,
    /// An earlier line, counted from 0.
    Line(usize),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Given(ConstraintTag(id)) => write!(f, "given as {id}"),
            Source::NegatedAtom => f.write_str("that denies the atom"),
            Source::Line(line) => write!(f, "of line {line}"),
        }
    }
}
