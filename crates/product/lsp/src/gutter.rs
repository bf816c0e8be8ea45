//! How everything in a document stands, found out.

use crate::document::{Analysis, Document};
use crate::program;
use crate::proving::{Outcome, Unit};
use crate::script;
use crate::status::{MarkEntry, Status, StatusEntry, StatusParams};

/// How everything in a document stands; `running` is the unit that is being looked at.
pub(crate) fn status(document: &Document, running: Option<&str>) -> StatusParams {
    let marks = match &document.analysis {
        Some(Analysis::Program(analysis)) => program::marks(document, analysis),
        _ => Vec::new(),
    };
    let mut functions = Vec::new();
    for unit in &document.units {
        for member in &unit.members {
            let found = document.found(unit).map(|kept| verdict(&kept.outcome, &member.name));
            let (status, seconds) = found.unwrap_or_else(|| (waiting(unit, running), None));
            functions.push(StatusEntry {
                name: member.name.clone(),
                range: document.range(member.whole),
                selection_range: document.range(member.span),
                status,
                seconds,
                annotations: marks
                    .iter()
                    .filter(|(name, ..)| *name == member.name)
                    .map(|(_, span, status)| MarkEntry {
                        range: document.range(*span),
                        status: *status,
                    })
                    .collect(),
            });
        }
    }
    StatusParams { uri: document.uri.clone(), version: document.version, functions }
}

fn waiting(unit: &Unit, running: Option<&str>) -> Status {
    if running == Some(unit.name.as_str()) { Status::Running } else { Status::Waiting }
}

fn verdict(outcome: &Outcome, name: &str) -> (Status, Option<f64>) {
    match outcome {
        Outcome::Program(outcome) => {
            let report = outcome.functions.iter().find(|one| one.name == name);
            let seconds = report.map(|report| report.elapsed.as_secs_f64());
            (program::status(outcome, name), seconds)
        }
        Outcome::Check(report) => {
            (script::check_status(report), Some(report.deciding.as_secs_f64()))
        }
        Outcome::System(report) => script::system_status(report, name),
        Outcome::Failed(_) => (Status::Unknown, None),
    }
}
