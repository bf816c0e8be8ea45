//! The word for a verdict: the same on a terminal, in JSON and in the reports for other tools.

use schemars::JsonSchema;
use serde::Serialize;

/// A verdict.
#[derive(Serialize, JsonSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum VerdictWord {
    /// The bad signal is never true.
    Proved,
    /// The bad signal can become true.
    False,
    /// An annotation of a program is too weak: a state that it allows violates the condition.
    Open,
    /// No answer.
    Unknown,
    /// Our fault: the evidence for an answer was not accepted.
    Rejected,
}

impl VerdictWord {
    /// As it is printed.
    pub fn as_str(self) -> &'static str {
        match self {
            VerdictWord::Proved => "proved",
            VerdictWord::False => "false",
            VerdictWord::Open => "open",
            VerdictWord::Unknown => "unknown",
            VerdictWord::Rejected => "rejected",
        }
    }

    /// The verdict in a word, or two if nobody has checked it.
    pub fn with_check(self, is_checked: bool) -> String {
        let is_verdict = matches!(self, VerdictWord::Proved | VerdictWord::False);
        let mark = if is_verdict && !is_checked { "unchecked " } else { "" };
        format!("{mark}{}", self.as_str())
    }
}
