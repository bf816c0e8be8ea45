//! Quick fixes as data.

use buttress_pi::Span;
use buttress_session::programs::Change;

/// A change that helps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fix {
    /// What it does, in a line.
    pub(crate) title: String,
    /// The changes.
    pub(crate) changes: Vec<Change>,
    /// The code and the place of the diagnostic that it answers, if there is one.
    pub(crate) answers: Option<(&'static str, Span)>,
    /// Is it what most would do?
    pub(crate) is_preferred: bool,
}
