//! What a fleet has to say, as JSON.

use buttress_dispatch::{Accepted, DesignKind, Outcome, Word};
use buttress_session::UnknownKind;
use schemars::JsonSchema;
use serde::Serialize;

use crate::json::EvidenceEntry;
use crate::verdict::VerdictWord;

/// What a fleet was asked: one of the fields beside the exchange is there.
#[derive(Serialize, JsonSchema, Default)]
pub struct FleetDocument {
    /// The address of the exchange, without a password.
    pub exchange: String,
    /// Of `status`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<FleetStatusEntry>,
    /// Of `results`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub results: Option<Vec<FleetResultsEntry>>,
    /// Of `cancel`: how many jobs were taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cancelled: Option<usize>,
    /// Of `drain`: are workers asked to end?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drained: Option<bool>,
}

/// The fleet at one moment.
#[derive(Serialize, JsonSchema)]
pub struct FleetStatusEntry {
    /// What the exchange says of itself.
    pub server: String,
    /// Are workers asked to end?
    pub drained: bool,
    /// By name.
    pub workers: Vec<FleetWorkerEntry>,
    /// The designs that were handed out.
    pub designs: Vec<FleetDesignEntry>,
}

/// A worker.
#[derive(Serialize, JsonSchema)]
pub struct FleetWorkerEntry {
    /// Its name.
    pub name: String,
    /// Was it heard of while we looked?
    pub alive: bool,
    /// The file that it works on.
    pub file: Option<String>,
    /// The properties, functions or checks that it works on.
    pub units: Vec<String>,
    /// Does it help somebody else?
    pub helps: bool,
    /// Properties, functions or checks that it has answered.
    pub answered: u64,
    /// Clauses that it has sent for its job.
    pub sent: u64,
    /// Clauses that it has received for its job.
    pub received: u64,
}

/// A design and where its units are.
#[derive(Serialize, JsonSchema)]
pub struct FleetDesignEntry {
    /// The SHA-256 digest of the file.
    pub digest: String,
    /// What the file was called by whoever handed it out.
    pub file: String,
    /// What it is.
    #[schemars(extend("enum" = ["circuit", "numbers", "program", "script"]))]
    pub kind: &'static str,
    /// In the order of the file.
    pub units: Vec<FleetUnitEntry>,
}

/// A property, a function or a check, as the exchange tells it: nothing here is checked.
#[derive(Serialize, JsonSchema)]
pub struct FleetUnitEntry {
    /// Its name.
    pub name: String,
    /// Where it is.
    #[schemars(extend("enum" = ["waiting", "running", "answered", "idle"]))]
    pub state: &'static str,
    /// What somebody says that it is.
    #[schemars(extend("enum" = ["proved", "false", "sat", "unsat", "open", "unknown", null]))]
    pub claimed: Option<&'static str>,
    /// How many steps are said to be free of anything bad.
    pub depth: Option<usize>,
}

/// The results of a design.
#[derive(Serialize, JsonSchema)]
pub struct FleetResultsEntry {
    /// The SHA-256 digest of the file.
    pub digest: String,
    /// What the file was called by whoever handed it out.
    pub file: String,
    /// What it is.
    #[schemars(extend("enum" = ["circuit", "numbers", "program", "script"]))]
    pub kind: &'static str,
    /// In the order of the file.
    pub units: Vec<FleetVerdictEntry>,
}

/// A verdict whose evidence was checked here, or why there is none.
#[derive(Serialize, JsonSchema, Clone)]
pub struct FleetVerdictEntry {
    /// The property, the function or the check.
    pub name: String,
    /// The verdict.
    #[schemars(extend("enum" = ["proved", "false", "sat", "unsat", "open", "unknown"]))]
    pub verdict: &'static str,
    /// Was the evidence checked here?
    pub checked: bool,
    /// Why there is no verdict.
    pub reason: Option<String>,
    /// The code of the reason, for `buttress explain`; null if it has none.
    pub code: Option<&'static str>,
    /// The engine that answered, as its worker says.
    pub engine: Option<String>,
    /// The worker that answered.
    pub worker: Option<String>,
    /// How long it took, as its worker says.
    pub seconds: f64,
    /// The SHA-256 digest of the evidence.
    pub evidence: Option<String>,
    /// The word, for the exit code and for findings.
    #[serde(skip)]
    pub word: Word,
}

/// What a fleet has found out about a file.
#[derive(Serialize, JsonSchema, Clone)]
pub struct FleetContentsEntry {
    /// What the file is, and that a fleet looked at it.
    #[schemars(extend("enum" = ["fleet"]))]
    pub format: &'static str,
    /// What the file is.
    #[schemars(extend("enum" = ["circuit", "numbers", "program", "script"]))]
    pub kind: &'static str,
    /// The address of the exchange, without a password.
    pub exchange: String,
    /// The SHA-256 digest of the file.
    pub digest: String,
    /// In the order of the file.
    pub units: Vec<FleetVerdictEntry>,
    /// Claims whose evidence was not accepted and that were dropped.
    pub refuted: usize,
    /// Files of evidence that were written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence_files: Vec<EvidenceEntry>,
    /// Wall-clock time from handing out to the last answer.
    pub seconds: f64,
}

impl FleetVerdictEntry {
    /// A verdict that stands.
    pub fn accepted(name: &str, accepted: &Accepted) -> FleetVerdictEntry {
        FleetVerdictEntry { checked: true, ..FleetVerdictEntry::ended(name, &accepted.outcome) }
    }

    /// What somebody says without evidence.
    pub fn ended(name: &str, outcome: &Outcome) -> FleetVerdictEntry {
        FleetVerdictEntry {
            name: name.to_owned(),
            verdict: outcome.word.as_str(),
            checked: false,
            reason: outcome.reason.clone(),
            code: outcome.code.as_deref().and_then(UnknownKind::of_code).map(UnknownKind::code),
            engine: outcome.engine.clone(),
            worker: Some(outcome.worker.clone()).filter(|worker| !worker.is_empty()),
            seconds: outcome.seconds,
            evidence: outcome.evidence.clone(),
            word: outcome.word,
        }
    }

    /// Nobody has said anything, or not for certain.
    pub fn open(name: &str, reason: Option<String>) -> FleetVerdictEntry {
        FleetVerdictEntry {
            name: name.to_owned(),
            verdict: Word::Unknown.as_str(),
            checked: false,
            reason,
            code: None,
            engine: None,
            worker: None,
            seconds: 0.0,
            evidence: None,
            word: Word::Unknown,
        }
    }

    /// The word as far as findings go: a check of a script that is answered is no finding.
    pub fn verdict_word(&self) -> VerdictWord {
        match self.word {
            Word::Proved | Word::Sat | Word::Unsat => VerdictWord::Proved,
            Word::False => VerdictWord::False,
            Word::Open => VerdictWord::Open,
            Word::Unknown => VerdictWord::Unknown,
        }
    }
}

/// What a design is, in a word.
pub fn kind_name(kind: DesignKind) -> &'static str {
    match kind {
        DesignKind::Circuit => "circuit",
        DesignKind::Numbers => "numbers",
        DesignKind::Program => "program",
        DesignKind::Script => "script",
    }
}
