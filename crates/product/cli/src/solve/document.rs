//! The answers as JSON, schema 1 (`docs/json.md`). Fields are added within a schema number, never
//! renamed or removed.

use buttress_budget::{Exhausted, memory};
use buttress_session::formulas;
use schemars::JsonSchema;
use serde::Serialize;

use super::picture::PictureEntry;
use crate::exit;
use crate::explain::{ExplainedEntry, OutsideEntry};
use crate::json::{CutEntry, ErrorEntry, KnownEntry};
use crate::next_step::NextStep;

/// The report of a run of `solve`.
#[derive(Serialize, JsonSchema)]
pub struct SolveDocument {
    /// One entry per script, in the order of the command line.
    pub files: Vec<ScriptEntry>,
    /// The exit code of the run, before --exit-zero.
    pub exit_code: u8,
}

/// The report on one script.
#[derive(Serialize, JsonSchema, Clone)]
pub struct ScriptEntry {
    /// The path as it was given; `<stdin>` for standard input.
    pub file: String,
    /// The format of the file.
    #[schemars(extend("const" = "smt-lib"))]
    pub format: &'static str,
    /// One entry per check, in the order of the script.
    pub checks: Vec<CheckEntry>,
    /// The evidence files that were written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<EvidenceEntry>,
    /// Commands that failed, and files that could not be read or written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<ErrorEntry>,
    /// What was known when the script was cut off, by a limit that nobody polled or by an interrupt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<CutEntry>,
    /// What to try where there is no answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub next_steps: Vec<NextStep>,
    /// The text of the script; with --pictures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Time spent on deciding.
    pub deciding_seconds: f64,
    /// Time spent on writing and checking evidence.
    pub checking_seconds: f64,
    /// The most bytes of memory the process has held so far.
    pub peak_memory: usize,
    /// The exit code of this file alone.
    pub exit_code: u8,
}

/// The report on one check.
#[derive(Serialize, JsonSchema, Clone)]
pub struct CheckEntry {
    /// Which check of the script it is, from 1.
    pub number: usize,
    /// The line of the command.
    pub line: usize,
    /// The verdict.
    pub verdict: CheckWord,
    /// Did the checker accept evidence for this verdict?
    pub checked: bool,
    /// Why there is no answer, or why it does not stand.
    pub reason: Option<String>,
    /// The code of the reason, for `buttress explain`; null if there is an answer.
    pub code: Option<&'static str>,
    /// The part of a quantified formula that is outside of what is decided, if that is why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outside: Option<OutsideEntry>,
    /// Assertions and assumptions that were to be satisfied.
    pub assertions: usize,
    /// The names of the assertions that a refutation uses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub core: Option<Vec<String>>,
    /// Clauses of the proof.
    pub proof_steps: Option<usize>,
    /// The model as `get-model` prints it; with --model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The model as it can be drawn; with --pictures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<PictureEntry>,
    /// How its quantifiers are decided; with --pictures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explained: Option<ExplainedEntry>,
    /// The best values of the objectives, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub objectives: Vec<ObjectiveEntry>,
    /// Time spent on deciding.
    pub seconds: f64,
    /// Time spent on writing and checking the evidence.
    pub checking_seconds: f64,
}

/// The best value of an objective.
#[derive(Serialize, JsonSchema, Clone)]
pub struct ObjectiveEntry {
    /// The objective as it is written.
    pub term: String,
    /// Its best value as `get-objectives` prints it.
    pub value: String,
}

/// A verdict on a check.
#[derive(Serialize, JsonSchema, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum CheckWord {
    /// There is a model.
    Sat,
    /// There is none.
    Unsat,
    /// No answer.
    Unknown,
    /// Our fault: the evidence for an answer was not accepted; the answer printed is unknown.
    Rejected,
}

/// An evidence file that was written.
#[derive(Serialize, JsonSchema, Clone)]
pub struct EvidenceEntry {
    /// The number of the check.
    pub check: usize,
    /// `proof` or `model`.
    #[schemars(extend("enum" = ["proof", "model"]))]
    pub kind: &'static str,
    /// Where it is.
    pub file: String,
}

impl ScriptEntry {
    /// The entry of a script that was run to its end.
    pub fn done(
        file: &str,
        checks: Vec<CheckEntry>,
        errors: Vec<ErrorEntry>,
        source: Option<String>,
        figures: formulas::Report,
    ) -> ScriptEntry {
        let exit_code = match figures {
            _ if figures.rejected > 0 => exit::FAULT,
            _ if !errors.is_empty() => exit::USAGE,
            _ if figures.unknown > 0 => exit::UNKNOWN,
            _ => 0,
        };
        ScriptEntry {
            file: file.to_owned(),
            format: "smt-lib",
            checks,
            evidence: Vec::new(),
            errors,
            cut: None,
            next_steps: Vec::new(),
            source,
            deciding_seconds: figures.deciding.as_secs_f64(),
            checking_seconds: figures.checking.as_secs_f64(),
            peak_memory: memory::peak(),
            exit_code,
        }
    }

    /// The entry of a script that was cut off.
    pub fn cut(file: String, reason: Exhausted, known: Vec<KnownEntry>) -> ScriptEntry {
        ScriptEntry {
            file,
            format: "smt-lib",
            checks: Vec::new(),
            evidence: Vec::new(),
            errors: Vec::new(),
            cut: Some(CutEntry::new(reason, known)),
            next_steps: Vec::new(),
            source: None,
            deciding_seconds: 0.0,
            checking_seconds: 0.0,
            peak_memory: memory::peak(),
            exit_code: exit::UNKNOWN,
        }
    }
}

impl CheckEntry {
    /// The entry of a check.
    pub fn of(report: &formulas::CheckReport, with_model: bool) -> CheckEntry {
        let (mut core, mut proof_steps, mut model, mut outside) = (None, None, None, None);
        let mut code = None;
        let verdict = match &report.status {
            formulas::CheckStatus::Sat(shown) => {
                model = with_model.then(|| shown.text.clone());
                CheckWord::Sat
            }
            formulas::CheckStatus::Unsat(proof) => {
                (core, proof_steps) = (Some(proof.core.clone()), Some(proof.steps));
                CheckWord::Unsat
            }
            formulas::CheckStatus::Unknown(unknown) => {
                outside = unknown.out_of_fragment.as_ref().map(OutsideEntry::of);
                code = Some(unknown.code());
                CheckWord::Unknown
            }
            formulas::CheckStatus::Rejected { .. } => CheckWord::Rejected,
        };
        CheckEntry {
            number: report.number,
            line: report.line,
            verdict,
            checked: report.is_checked(),
            reason: report.reason(),
            code,
            outside,
            assertions: report.assertions,
            core,
            proof_steps,
            model,
            picture: None,
            explained: None,
            objectives: objectives(report),
            seconds: report.deciding.as_secs_f64(),
            checking_seconds: report.checking.as_secs_f64(),
        }
    }

    /// With what only pictures need.
    pub fn with_pictures(mut self, report: &formulas::CheckReport) -> CheckEntry {
        if let formulas::CheckStatus::Sat(shown) = &report.status {
            self.picture = shown.picture.as_ref().map(PictureEntry::of);
        }
        let explained = report.explained.as_ref().filter(|it| !it.quantifiers.is_empty());
        self.explained = explained.map(|it| ExplainedEntry::of(it));
        self
    }

    /// The answer as SMT-LIB prints it.
    pub fn answer(&self) -> &'static str {
        match self.verdict {
            CheckWord::Sat => "sat",
            CheckWord::Unsat => "unsat",
            CheckWord::Unknown | CheckWord::Rejected => "unknown",
        }
    }
}

fn objectives(report: &formulas::CheckReport) -> Vec<ObjectiveEntry> {
    let formulas::CheckStatus::Sat(model) = &report.status else { return Vec::new() };
    let entry = |shown: &formulas::ObjectiveShown| ObjectiveEntry {
        term: shown.text.clone(),
        value: shown.value.clone(),
    };
    model.objectives.iter().map(entry).collect()
}
