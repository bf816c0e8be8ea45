//! Verdicts: as they are claimed, and as they are believed.

use serde::{Deserialize, Serialize};

/// The word of a verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Word {
    /// It always holds.
    Proved,
    /// It can be violated.
    False,
    /// A script's assertions have a model.
    Sat,
    /// A script's assertions have none.
    Unsat,
    /// A state that annotations allow violates it.
    Open,
    /// Nobody knows.
    Unknown,
}

impl Word {
    /// As it is printed.
    pub fn as_str(self) -> &'static str {
        match self {
            Word::Proved => "proved",
            Word::False => "false",
            Word::Sat => "sat",
            Word::Unsat => "unsat",
            Word::Open => "open",
            Word::Unknown => "unknown",
        }
    }

    /// Is there evidence for it?
    pub fn is_evident(self) -> bool {
        matches!(self, Word::Proved | Word::False | Word::Sat | Word::Unsat)
    }
}

/// What somebody says of a unit. With evidence it is a verdict, which counts after the evidence is checked; without, it says why there is none.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// The unit.
    pub unit: String,
    /// The word.
    pub word: Word,
    /// The digest of the evidence.
    pub evidence: Option<String>,
    /// Why there is no verdict, or what else is to be said.
    pub reason: Option<String>,
    /// The code of the reason, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The engine that answered.
    pub engine: Option<String>,
    /// Seconds from the beginning of the job to the answer.
    pub seconds: f64,
    /// Who answered.
    pub worker: String,
    /// The name of the job.
    pub job: String,
}

/// A verdict whose evidence was checked here.
#[derive(Clone, PartialEq, Debug)]
pub struct Accepted {
    /// What was said.
    pub outcome: Outcome,
    /// The evidence.
    pub evidence: Vec<u8>,
}

impl Outcome {
    /// As it is sent.
    pub fn encode(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// As it was sent; none if it is no outcome.
    pub fn decode(bytes: &[u8]) -> Option<Outcome> {
        serde_json::from_slice(bytes).ok()
    }
}
