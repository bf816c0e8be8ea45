//! Writing the evidence that was asked for, each kind to its file.

use std::path::PathBuf;

use buttress_session::numbers;

use super::answer::NumbersAnswer;
use super::certificate::certificate;
use super::derivation::{self, Bounds};
use crate::args::EvidenceArgs;
use crate::evidence::{EvidenceText, Subject, Written};
use crate::target;

/// What makes one kind of evidence.
type Maker = fn(&numbers::PropertyReport) -> EvidenceText;

/// Writes what was asked for, for every property of the report.
pub fn write(report: &numbers::Report, wanted: &EvidenceArgs) -> Written {
    let mut written = Written::default();
    for (option, path) in [("--witness-circuit", &wanted.witness_circuit), ("--vcd", &wanted.vcd)] {
        if let Some(path) = path {
            let note = format!("note: {} is not written: {option} is for circuits", path.display());
            written.notes.push(note);
        }
    }
    // A single property needs no part of its own in the name.
    let is_single = report.properties.len() == 1;
    for property in &report.properties {
        let place = |path: &PathBuf| match is_single {
            true => path.clone(),
            false => target::with_part(path, &format!("property{}", property.index)),
        };
        let kinds: [(_, _, Maker); 3] = [
            ("certificate", &wanted.certificate, |property| certificate(property).map(Ok)),
            ("invariant", &wanted.invariant, invariant),
            ("trace", &wanted.trace, trace),
        ];
        let verdict = NumbersAnswer::of(property).verdict();
        for (kind, path, text) in kinds {
            if let Some(path) = path {
                let subject =
                    Subject { index: property.index, name: &property.name, verdict: &verdict };
                written.put(kind, place(path), subject, text(property));
            }
        }
    }
    written
}

fn invariant(property: &numbers::PropertyReport) -> EvidenceText {
    let numbers::Status::Proved(proof) = &property.status else { return None };
    let lines = proof.shown.iter().map(|definition| format!("{}\n", definition.text));
    Some(Ok(lines.collect::<String>().into_bytes()))
}

fn trace(property: &numbers::PropertyReport) -> EvidenceText {
    let numbers::Status::False(proof) = &property.status else { return None };
    let bounds = Bounds { steps: usize::MAX, width: usize::MAX };
    let lines = derivation::lines(&proof.shown, bounds).into_iter().map(|line| line + "\n");
    Some(Ok(lines.collect::<String>().into_bytes()))
}
