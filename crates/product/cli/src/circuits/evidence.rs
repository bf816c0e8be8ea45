//! Writing the evidence that was asked for, each kind to its file.

use std::path::PathBuf;

use buttress_certificate::Evidence;
use buttress_circuit::{Strengthening, Trace, Verdict};
use buttress_formats::aiger::{self, Model, SymbolKind, Symbols};
use buttress_formats::vcd;
use buttress_formats::witness::Witness;
use buttress_prop::Clause;
use buttress_session::hardware;

use super::answer::CircuitAnswer;
use super::certificate::certificate;
use super::invariant;
use crate::args::EvidenceArgs;
use crate::evidence::{EvidenceText, Subject, Written};
use crate::target;

/// Writes what was asked for, for every property of the report.
pub fn write(report: &hardware::Report, wanted: &EvidenceArgs) -> Written {
    let mut written = Written::default();
    if !wanted.is_some() {
        return written;
    }
    // A single property needs no part of its own in the name.
    let is_single = report.properties.len() == 1;
    for property in &report.properties {
        let place = |path: &PathBuf| match is_single {
            true => path.clone(),
            false => target::with_part(path, &format!("bad{}", property.index)),
        };
        let model = &report.model;
        let kinds: [(_, _, Maker); 5] = [
            ("certificate", &wanted.certificate, |_, property| certificate(property).map(Ok)),
            ("witness circuit", &wanted.witness_circuit, witness_circuit),
            ("invariant", &wanted.invariant, invariant_text),
            ("trace", &wanted.trace, stimulus),
            ("waveform", &wanted.vcd, waveform),
        ];
        let verdict = CircuitAnswer::of(property).verdict();
        for (kind, path, text) in kinds {
            if let Some(path) = path {
                let subject =
                    Subject { index: property.index, name: &property.name, verdict: &verdict };
                written.put(kind, place(path), subject, text(model, property));
            }
        }
    }
    written
}

/// What makes one kind of evidence.
type Maker = fn(&Model, &hardware::PropertyReport) -> EvidenceText;

/// The AIGER witness of a false property.
pub fn stimulus(_: &Model, property: &hardware::PropertyReport) -> EvidenceText {
    let trace = trace(property)?.clone();
    Some(Ok(Witness::violated(property.index, trace).write().into_bytes()))
}

/// The witness circuit of a proved property.
pub fn witness_circuit(model: &Model, property: &hardware::PropertyReport) -> EvidenceText {
    let hardware::Status::Proved(proof) = &property.status else {
        return None;
    };
    let clauses = proof.shown.clone();
    let strengthening = match &proof.certificate.evidence {
        Evidence::KInduction { bases, simple_path, .. } => {
            let (depth, simple_path) = (bases.len(), *simple_path);
            Strengthening::KInduction { clauses, depth, simple_path }
        }
        _ => Strengthening::Clauses(clauses),
    };
    let made = buttress_hardware_certify::witness(&model.circuit, property.index, &strengthening);
    Some(made.map(to_aiger).map_err(|failure| failure.to_string()))
}

/// A witness circuit as the binary file that the competition's checkers read.
fn to_aiger(witness: buttress_hardware_certify::Witness) -> Vec<u8> {
    let mut symbols = Symbols::new();
    for symbol in &witness.symbols {
        let kind = if symbol.is_latch { SymbolKind::Latch } else { SymbolKind::Input };
        symbols.insert(kind, symbol.position as u32, symbol.name());
    }
    aiger::write_binary(&Model::new(witness.circuit, symbols))
}

fn invariant_text(model: &Model, property: &hardware::PropertyReport) -> EvidenceText {
    let (clauses, k): (&[Clause], _) = match &property.status {
        hardware::Status::Proved(proof) => (&proof.shown, proof.k_induction),
        hardware::Status::Unchecked(Verdict::Safe(Strengthening::Clauses(clauses))) => {
            (clauses, None)
        }
        hardware::Status::Unchecked(Verdict::Safe(Strengthening::KInduction {
            clauses,
            depth,
            ..
        })) => (clauses, Some(*depth)),
        _ => return None,
    };
    Some(Ok(invariant::written(model, property.index, clauses, k).into_bytes()))
}

fn waveform(model: &Model, property: &hardware::PropertyReport) -> EvidenceText {
    let text = vcd::write(&model.circuit, &model.names, &model.plain_outputs(), trace(property)?);
    Some(text.map(String::into_bytes).map_err(|error| error.to_string()))
}

fn trace(property: &hardware::PropertyReport) -> Option<&Trace> {
    match &property.status {
        hardware::Status::False(proof) => Some(&proof.shown),
        hardware::Status::Unchecked(Verdict::Unsafe(trace)) => Some(trace),
        _ => None,
    }
}
