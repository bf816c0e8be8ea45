//! The verdicts on conditions and functions.

use buttress_session::programs;

use crate::verdict::VerdictWord;

/// The verdict on a condition.
pub fn condition_verdict(word: programs::ConditionWord) -> VerdictWord {
    match word {
        programs::ConditionWord::Proved => VerdictWord::Proved,
        programs::ConditionWord::False => VerdictWord::False,
        programs::ConditionWord::Open => VerdictWord::Open,
        programs::ConditionWord::Unknown => VerdictWord::Unknown,
    }
}

/// The verdict on a function.
pub fn function_verdict(function: &programs::FunctionReport) -> VerdictWord {
    condition_verdict(function.word())
}
