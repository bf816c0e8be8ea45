//! The verdicts on functions.

use buttress_session::programs;

use crate::verdict::VerdictWord;

/// The verdict on a function.
pub fn function_verdict(function: &programs::FunctionReport) -> VerdictWord {
    function.word().into()
}
