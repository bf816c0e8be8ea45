//! The entries of the report on a program as JSON.

use schemars::JsonSchema;
use serde::Serialize;

use buttress_session::programs::{FunctionEntry, PlaceEntry};

use crate::json::EvidenceEntry;

/// What a program holds and what was found.
#[derive(Serialize, JsonSchema, Clone)]
pub struct ProgramContentsEntry {
    /// The format of the file.
    #[schemars(extend("const" = "pi"))]
    pub format: &'static str,
    /// The dialect of the program.
    #[schemars(extend("enum" = ["pi", "classic"]))]
    pub dialect: &'static str,
    /// One entry per chosen function, in the file's order.
    pub functions: Vec<FunctionEntry>,
    /// Has the checker accepted the evidence of everything that is proved?
    pub checked: bool,
    /// Steps of all proofs that the checker has replayed.
    pub proof_steps: usize,
    /// Why our own evidence was rejected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rejected: Option<String>,
    /// Remarks about the text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<RemarkEntry>,
    /// The evidence files that were written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<EvidenceEntry>,
    /// The text of the program; with --pictures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Wall-clock time of the run on this file.
    pub seconds: f64,
    /// The most bytes of memory the process has held so far.
    pub peak_memory: usize,
}

/// A remark about the text of a program.
#[derive(Serialize, JsonSchema, Clone)]
pub struct RemarkEntry {
    /// The code.
    pub code: &'static str,
    /// What is worth knowing.
    pub message: String,
    /// Where.
    pub place: PlaceEntry,
}
