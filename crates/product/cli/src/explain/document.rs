//! What `buttress explain` prints as JSON: one document for each subject.

use schemars::JsonSchema;
use serde::Serialize;

use super::limits::LimitEntry;
use super::numbers::NumbersExplainDocument;
use super::page::PageEntry;
use super::program::ProgramExplainDocument;
use super::script::ScriptExplainDocument;

/// An explanation as JSON.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ExplainDocument {
    /// Of a script.
    Script(ScriptExplainDocument),
    /// Of a system over numbers.
    Numbers(NumbersExplainDocument),
    /// Of a program.
    Program(ProgramExplainDocument),
    /// Of codes.
    Codes(CodesDocument),
}

/// What codes mean, and limits.
#[derive(Serialize, JsonSchema)]
pub struct CodesDocument {
    /// The code that was asked for, or all of them.
    pub codes: Vec<PageEntry>,
    /// The limit that was asked for, or all of them; of `show`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<LimitEntry>,
}
