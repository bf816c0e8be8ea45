//! What can go wrong with a system.

use std::fmt;

/// What went wrong.
pub enum Fault {
    /// The verdict is not the right one.
    Wrong {
        /// Ours.
        ours: &'static str,
        /// The right one.
        right: &'static str,
        /// Who says so.
        says: &'static str,
    },
    /// Evidence of ours was not accepted, or there is none.
    Rejected(String),
    /// The file could not be read.
    Refused(String),
    /// The program panicked.
    Panic(String),
    /// The checker accepted what it must not accept.
    Accepted(String),
    /// What we say of states is not so.
    States(String),
    /// The oracle and the peer differ, or the oracle and the generator; ours is not to blame.
    Oracle { oracle: &'static str, other: &'static str, says: &'static str },
}

impl Fault {
    /// Shrinking stays with one kind of fault.
    pub fn kind(&self) -> u8 {
        match self {
            Fault::Wrong { .. } => 0,
            Fault::Rejected(_) => 1,
            Fault::Refused(_) => 2,
            Fault::Panic(_) => 3,
            Fault::Accepted(_) => 4,
            Fault::Oracle { .. } => 5,
            Fault::States(_) => 6,
        }
    }

    /// The right answer, where it is known.
    pub fn right(&self) -> Option<&'static str> {
        match self {
            Fault::Wrong { right, .. } => Some(*right),
            _ => None,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = |text: &str| text.replace('\n', " ");
        match self {
            Fault::Wrong { ours, right, says } => {
                write!(f, "said {ours}; {says} says {right}")
            }
            Fault::Rejected(why) => write!(f, "evidence not accepted: {}", plain(why)),
            Fault::Refused(why) => write!(f, "not read: {}", plain(why)),
            Fault::Panic(words) => write!(f, "panic: {}", plain(words)),
            Fault::Accepted(what) => write!(f, "the checker accepted {}", plain(what)),
            Fault::States(what) => write!(f, "{}", plain(what)),
            Fault::Oracle { oracle, other, says } => {
                write!(f, "the oracle says {oracle}; {says} says {other}")
            }
        }
    }
}
