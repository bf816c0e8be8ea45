//! The word for a verdict: the same on a terminal, in JSON and in the reports for other tools.

pub use buttress_session::VerdictWord;

/// The words of a verdict with the code of the reason, if there is no answer.
pub fn coded(words: String, code: Option<&str>) -> String {
    match code {
        Some(code) => format!("{words}[{code}]"),
        None => words,
    }
}
