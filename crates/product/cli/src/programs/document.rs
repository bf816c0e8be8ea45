//! The report on a program, made into entries of JSON.

use buttress_pi::Lines;
use buttress_session::programs::{self, FunctionEntry, PlaceEntry};

use super::entries::{ProgramContentsEntry, RemarkEntry};
use crate::json::{self, EvidenceEntry};

/// The report as an entry.
pub fn contents(
    text: &str,
    report: &programs::Report,
    evidence: Vec<EvidenceEntry>,
    peak_memory: usize,
    with_pictures: bool,
) -> ProgramContentsEntry {
    let lines = Lines::new(text);
    let program = (&report.program, &report.facts);
    let entry = |one| match with_pictures {
        true => FunctionEntry::with_trails(text, &lines, program, one),
        false => FunctionEntry::of(text, &lines, program.0, one),
    };
    let (checked, proof_steps, rejected) = match &report.evidence {
        programs::EvidenceStatus::Unchecked | programs::EvidenceStatus::Incomplete { .. } => {
            (false, 0, None)
        }
        programs::EvidenceStatus::Checked { steps, .. } => (true, *steps, None),
        programs::EvidenceStatus::Rejected(reason) => (false, 0, Some(reason.clone())),
    };
    ProgramContentsEntry {
        format: "pi",
        dialect: dialect(report),
        functions: report.functions.iter().map(entry).collect(),
        checked,
        proof_steps,
        rejected,
        warnings: report
            .warnings
            .iter()
            .map(|problem| RemarkEntry {
                code: problem.code,
                message: problem.message.clone(),
                place: PlaceEntry::of(text, &lines, problem.span),
            })
            .collect(),
        evidence,
        source: with_pictures.then(|| json::source(text.as_bytes())),
        seconds: report.elapsed.as_secs_f64(),
        peak_memory,
    }
}

/// `pi` or `classic`.
pub fn dialect(report: &programs::Report) -> &'static str {
    match report.dialect {
        buttress_pi::tree::Dialect::Pi => "pi",
        buttress_pi::tree::Dialect::Classic => "classic",
    }
}
