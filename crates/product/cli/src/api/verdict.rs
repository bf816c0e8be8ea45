//! Verdicts.

use std::fmt;

use buttress_session::VerdictWord;

/// A verdict. The first two come with evidence that the checker has accepted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Verdict {
    /// Nothing bad is reachable.
    Proved,
    /// Something bad is.
    False,
    /// Of programs: a state that the annotations allow violates a condition, but no run was found that comes to it.
    Open,
    /// A limit was met first, or the question is outside of what is decided.
    Unknown,
    /// A fault of ours: there was an answer, but the checker did not accept its evidence.
    Rejected,
}

impl Verdict {
    /// The word as it is printed.
    pub fn as_str(self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::False => "false",
            Verdict::Open => "open",
            Verdict::Unknown => "unknown",
            Verdict::Rejected => "rejected",
        }
    }
}

impl From<VerdictWord> for Verdict {
    fn from(word: VerdictWord) -> Verdict {
        match word {
            VerdictWord::Proved => Verdict::Proved,
            VerdictWord::False => Verdict::False,
            VerdictWord::Open => Verdict::Open,
            VerdictWord::Unknown => Verdict::Unknown,
            VerdictWord::Rejected => Verdict::Rejected,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
