//! What can go wrong with a system.

use std::fmt;

use buttress_testkit::horn::Answer;

/// What went wrong.
pub enum Fault {
    /// The verdict is not the right one.
    Wrong {
        /// Ours.
        ours: Answer,
        /// The right one.
        right: Answer,
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
    /// The oracle and the peer differ, or the oracle and the generator; ours is not to blame.
    Oracle { oracle: Answer, other: Answer, says: &'static str },
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
        }
    }

    /// The right answer, where it is known.
    pub fn right(&self) -> Option<Answer> {
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
                write!(f, "said {}; {says} says {}", word(*ours), word(*right))
            }
            Fault::Rejected(why) => write!(f, "evidence not accepted: {}", plain(why)),
            Fault::Refused(why) => write!(f, "not read: {}", plain(why)),
            Fault::Panic(words) => write!(f, "panic: {}", plain(words)),
            Fault::Accepted(what) => write!(f, "the checker accepted {}", plain(what)),
            Fault::Oracle { oracle, other, says } => {
                write!(f, "the oracle says {}; {says} says {}", word(*oracle), word(*other))
            }
        }
    }
}

/// An answer in a word.
pub fn word(answer: Answer) -> &'static str {
    match answer {
        Answer::Safe => "safe",
        Answer::Unsafe => "unsafe",
        Answer::Open => "open",
    }
}
