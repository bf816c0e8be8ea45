//! Writing the evidence that was asked for, each kind to its file.

use std::path::PathBuf;

use buttress_certificate::Evidence;
use buttress_circuit::{Strengthening, Trace, Verdict};
use buttress_formats::aiger::{self, Model, SymbolKind, Symbols};
use buttress_formats::vcd;
use buttress_formats::witness::Witness;
use buttress_prop::Clause;
use buttress_session::hardware;

use crate::answer::Answer;
use crate::args::{EvidenceArgs, Infer, ProveArgs};
use crate::{files, invariant, target};

/// What happened to the files.
#[derive(Default)]
pub struct Written {
    /// The files, with the positions of their properties and their kinds.
    pub files: Vec<(usize, &'static str, PathBuf)>,
    /// Lines for the user about files that are not written because there is nothing to write.
    pub notes: Vec<String>,
    /// Lines for the user about files that could not be written.
    pub failures: Vec<String>,
}

/// Can everything be written that is to be written? The error is one line for the user.
pub fn ready(
    arguments: &ProveArgs,
    paths: &[Result<PathBuf, (PathBuf, String)>],
) -> Result<(), String> {
    if paths.len() > 1 && arguments.evidence.is_some() {
        return Err("evidence can be written for one file at a time".to_owned());
    }
    let inputs: Vec<PathBuf> = paths.iter().filter_map(|path| path.clone().ok()).collect();
    target::ready(arguments.evidence.targets().chain(&arguments.programs.sarif), &inputs)?;
    if arguments.programs.infer == Infer::Write {
        let programs = inputs.iter().filter(|path| path.exists() && target::is_file(path));
        programs.map(|path| target::writable(path)).collect::<Result<Vec<()>, String>>()?;
    }
    Ok(())
}

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
            false => files::with_part(path, &format!("bad{}", property.index)),
        };
        let model = &report.model;
        let kinds: [(_, _, Maker); 5] = [
            ("certificate", &wanted.certificate, certificate),
            ("witness circuit", &wanted.witness_circuit, witness_circuit),
            ("invariant", &wanted.invariant, invariant_text),
            ("trace", &wanted.trace, stimulus),
            ("waveform", &wanted.vcd, waveform),
        ];
        let words = Answer::of(property).words();
        for (kind, path, text) in kinds {
            if let Some(path) = path {
                let subject =
                    Subject { index: property.index, name: &property.name, words: &words };
                written.put(kind, place(path), subject, text(model, property));
            }
        }
    }
    written
}

/// The text of a piece of evidence; none if the verdict has no such evidence.
pub type Text = Option<Result<Vec<u8>, String>>;

/// What makes one kind of evidence.
type Maker = fn(&Model, &hardware::PropertyReport) -> Text;

/// The property that evidence is about.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// Its position.
    pub index: usize,
    /// Its name.
    pub name: &'a str,
    /// Its verdict.
    pub words: &'a str,
}

impl Written {
    /// Writes a piece of evidence, if there is any.
    pub fn put(&mut self, kind: &'static str, path: PathBuf, subject: Subject<'_>, text: Text) {
        let shown = path.display();
        match text {
            None => {
                let Subject { name, words, .. } = subject;
                let note = format!("note: {shown} ({kind}) is not written: {name} is {words}");
                self.notes.push(note);
            }
            Some(Err(problem)) => self.failures.push(format!("{shown} is not written: {problem}")),
            Some(Ok(bytes)) => match target::store(&path, &bytes) {
                Ok(()) => self.files.push((subject.index, kind, path)),
                Err(problem) => self.failures.push(problem),
            },
        }
    }
}

fn certificate(_: &Model, property: &hardware::PropertyReport) -> Text {
    let certificate = match &property.status {
        hardware::Status::Proved(proof) => &proof.certificate,
        hardware::Status::False(proof) => &proof.certificate,
        _ => return None,
    };
    Some(Ok(buttress_certificate::to_bytes(certificate)))
}

/// The AIGER witness of a false property.
pub fn stimulus(_: &Model, property: &hardware::PropertyReport) -> Text {
    let trace = trace(property)?.clone();
    Some(Ok(Witness::violated(property.index, trace).write().into_bytes()))
}

/// The witness circuit of a proved property.
pub fn witness_circuit(model: &Model, property: &hardware::PropertyReport) -> Text {
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

fn invariant_text(model: &Model, property: &hardware::PropertyReport) -> Text {
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

fn waveform(model: &Model, property: &hardware::PropertyReport) -> Text {
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
