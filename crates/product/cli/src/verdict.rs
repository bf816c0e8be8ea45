//! The word for a verdict: the same on a terminal, in JSON and in the reports for other tools.

pub use buttress_session::VerdictWord;
