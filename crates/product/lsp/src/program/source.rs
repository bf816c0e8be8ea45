//! What a verdict is about: a text, and the program that it was read as.

use std::sync::Arc;

use buttress_pi::{Lines, Program};

use super::declarations::Declared;

/// The text of a program, and what verdicts need of its meaning.
pub(crate) struct ProgramSource {
    /// The text.
    pub(crate) text: Arc<str>,
    /// Where its lines begin.
    pub(crate) lines: Lines,
    /// The program; none if there is an error.
    pub(crate) program: Option<Program>,
    /// What stands at the top level, with names.
    pub(crate) declared: Vec<Declared>,
}
