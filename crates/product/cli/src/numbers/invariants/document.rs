//! What `buttress invariants` prints as JSON.

use buttress_session::{NoAnswer, numbers};
use schemars::JsonSchema;
use serde::Serialize;

use super::super::scene::SceneEntry;
use super::open::left_open;
use crate::next_step::NextStep;

/// The answer as JSON.
#[derive(Serialize, JsonSchema)]
pub struct InvariantsDocument {
    /// The path as it was given.
    file: String,
    /// The format of the file.
    #[schemars(extend("enum" = ["horn", "vmt"]))]
    format: &'static str,
    /// Unknown predicates.
    predicates: usize,
    /// Clauses, those of the properties included.
    clauses: usize,
    /// The invariants, in the order found.
    invariants: Vec<InvariantEntry>,
    /// Did the checker accept the invariants?
    checked: bool,
    /// Are they enough for the properties? None if there is no property, or if this is not known.
    suffices: Option<bool>,
    /// Why there are not more.
    reason: Option<String>,
    /// The code of the reason, for `buttress explain`; null if there is an answer.
    code: Option<&'static str>,
    /// What to try next.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub next_steps: Vec<NextStep>,
    /// The picture that was written.
    plot: Option<String>,
    /// What can be plotted of each predicate; with --pictures.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    scenes: Vec<SceneEntry>,
    /// Wall-clock time of the run.
    seconds: f64,
    /// The exit code.
    exit_code: u8,
}

/// An invariant.
#[derive(Serialize, JsonSchema)]
struct InvariantEntry {
    /// The predicate of the states in which it holds.
    predicate: String,
    /// The formula, for a person.
    text: String,
    /// The state that it was made to exclude.
    rules_out: Option<String>,
    /// The engine that found it.
    engine: &'static str,
}

impl InvariantsDocument {
    /// The document about a report.
    pub fn of(
        file: String,
        report: &numbers::InvariantsReport,
        plot: Option<String>,
        exit_code: u8,
    ) -> InvariantsDocument {
        let entry = |line: &numbers::InvariantLine| InvariantEntry {
            predicate: line.predicate.clone(),
            text: line.text.clone(),
            rules_out: line.rules_out.clone(),
            engine: line.engine.name(),
        };
        InvariantsDocument {
            file,
            format: report.contents.format.name(),
            predicates: report.contents.predicates,
            clauses: report.contents.clauses,
            invariants: report.invariants.iter().map(entry).collect(),
            checked: report.is_checked,
            suffices: report.suffices,
            reason: left_open(report).or_else(|| report.reason.as_ref().map(NoAnswer::to_string)),
            code: report.reason.as_ref().map(|reason| reason.kind.code()),
            next_steps: Vec::new(),
            plot,
            scenes: report.scenes.iter().map(SceneEntry::of).collect(),
            seconds: report.elapsed.as_secs_f64(),
            exit_code,
        }
    }
}
