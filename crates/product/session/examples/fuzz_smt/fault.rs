//! What can go wrong with a script.

use std::fmt;

/// What went wrong.
pub enum Fault {
    /// The answer is not the right one.
    Wrong {
        ours: &'static str,
        right: String,
        says: &'static str,
    },
    /// Evidence of ours was not accepted.
    Rejected(String),
    /// There is no answer where there should be one; the peer's, and why.
    Unknown {
        right: String,
        why: String,
    },
    Panic(String),
    /// A command failed.
    Refused(String),
}

impl Fault {
    /// Shrinking stays with one kind of fault.
    pub fn kind(&self) -> u8 {
        match self {
            Fault::Wrong { .. } => 0,
            Fault::Rejected(_) => 1,
            Fault::Unknown { .. } => 2,
            Fault::Panic(_) => 3,
            Fault::Refused(_) => 4,
        }
    }

    /// The right answer, where it is known.
    pub fn right(&self) -> Option<&str> {
        match self {
            Fault::Wrong { right, .. } | Fault::Unknown { right, .. } => {
                ["sat", "unsat"].contains(&right.as_str()).then_some(right)
            }
            _ => None,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Wrong { ours, right, says } => write!(f, "answered {ours}; {says} says {right}"),
            Fault::Rejected(why) => write!(f, "not accepted: {}", why.replace('\n', " ")),
            Fault::Refused(why) => write!(f, "a command failed: {}", why.replace('\n', " ")),
            Fault::Unknown { why, .. } => write!(f, "answered unknown: {}", why.replace('\n', " ")),
            Fault::Panic(words) => write!(f, "panic: {}", words.replace('\n', " ")),
        }
    }
}
