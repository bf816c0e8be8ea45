//! What `buttress check` prints as JSON.

use schemars::JsonSchema;
use serde::Serialize;

use super::circuit::ClaimEntry;
use super::numbers::NumbersClaimEntry;
use super::program::ProgramClaimEntry;
use super::script::AnswerEntry;
use crate::json::ErrorEntry;
use crate::next_step::NextStep;

/// The answer as JSON.
#[derive(Serialize, JsonSchema, Default)]
pub struct CheckDocument {
    /// The circuit or the script.
    pub file: String,
    /// The evidence.
    pub evidence: String,
    /// Was the evidence accepted? Evidence about a program must show all that was asked.
    pub accepted: bool,
    /// What it shows, one entry per property.
    pub claims: Vec<ClaimEntry>,
    /// What it shows of a check of a script.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<AnswerEntry>,
    /// What it shows of a property of a system over numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<NumbersClaimEntry>,
    /// What it shows of a program.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub programs: Vec<ProgramClaimEntry>,
    /// Why it was rejected, or could not be read.
    pub errors: Vec<ErrorEntry>,
    /// What to try if a limit was met.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub next_steps: Vec<NextStep>,
    /// The exit code.
    pub exit_code: u8,
}
