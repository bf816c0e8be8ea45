//! The evidence files that were written, as JSON.

use schemars::JsonSchema;
use serde::Serialize;

/// An evidence file that was written.
#[derive(Serialize, JsonSchema, Clone)]
pub struct EvidenceEntry {
    /// The position of the property.
    pub property: usize,
    /// `certificate`, `witness circuit`, `invariant`, `trace`, `waveform` or `annotated program`.
    pub kind: &'static str,
    /// Where it is.
    pub file: String,
}
