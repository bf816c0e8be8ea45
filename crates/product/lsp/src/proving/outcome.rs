//! What comes of a unit.

use std::sync::Arc;

use buttress_session::{formulas, numbers};

use crate::program::ProgramOutcome;

/// What comes of a unit.
#[derive(Clone)]
pub(crate) enum Outcome {
    /// Of functions.
    Program(Arc<ProgramOutcome>),
    /// Of a check.
    Check(Arc<formulas::CheckReport>),
    /// Of a system over numbers.
    System(Arc<numbers::Report>),
    /// Nothing: it could not be done, for this reason.
    Failed(String),
}

impl Outcome {
    /// Does it hold whatever runs do?
    pub(crate) fn is_final(&self) -> bool {
        match self {
            Outcome::Program(outcome) => outcome.is_proved(),
            Outcome::Check(_) | Outcome::System(_) | Outcome::Failed(_) => true,
        }
    }
}
