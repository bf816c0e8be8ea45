//! What was found about functions of a program.

use std::sync::Arc;

use buttress_pi::Program;
use buttress_session::programs::{ConditionWord, EvidenceStatus, FunctionReport};

use super::source::ProgramSource;
use crate::status::Status;

/// What was found about functions that are proved together.
pub(crate) struct ProgramOutcome {
    /// The text that was read then.
    pub(crate) source: Arc<ProgramSource>,
    /// One for each of them.
    pub(crate) functions: Vec<FunctionReport>,
    /// What became of the evidence.
    pub(crate) evidence: EvidenceStatus,
}

impl ProgramOutcome {
    /// The program as it was then.
    pub(crate) fn program(&self) -> Option<&Program> {
        self.source.program.as_ref()
    }

    /// Is everything proved, with evidence that was accepted?
    pub(crate) fn is_proved(&self) -> bool {
        matches!(self.evidence, EvidenceStatus::Checked { .. })
            && self.functions.iter().all(|one| one.word() == ConditionWord::Proved)
    }
}

/// The verdict on a function.
pub(crate) fn status(outcome: &ProgramOutcome, name: &str) -> Status {
    let function = outcome.functions.iter().find(|one| one.name == name);
    let is_checked = matches!(outcome.evidence, EvidenceStatus::Checked { .. });
    match function.map(FunctionReport::word) {
        Some(ConditionWord::Proved) if is_checked => Status::Proved,
        Some(ConditionWord::False) => Status::False,
        Some(ConditionWord::Open) => Status::Open,
        Some(ConditionWord::Proved | ConditionWord::Unknown) | None => Status::Unknown,
    }
}
