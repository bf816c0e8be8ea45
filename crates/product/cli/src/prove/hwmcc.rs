//! `buttress prove --hwmcc`: the words, exit codes and files of the hardware model checking
//! competition, for the first property.

use std::path::PathBuf;

use buttress_budget::Exhausted;
use buttress_session::hardware;

use crate::args::ProveArgs;
use crate::circuits::{self, CircuitAnswer};
use crate::input::{Input, Verb};
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::watchdog::FinalReport;
use crate::{diagnostics, exit, fault, files, refusal, target};

const SAT: u8 = 10;
const UNSAT: u8 = 20;
const UNKNOWN: u8 = 30;

/// Whatever ends a run early, the word is the same.
pub fn cut_off_in_competition(_: Exhausted) -> FinalReport {
    FinalReport { answer: "unknown\n".to_owned(), note: String::new(), code: UNKNOWN }
}

/// Runs the command.
pub fn run(arguments: &ProveArgs, output: &mut Output) -> u8 {
    let (model, places) = match &arguments.files[..] {
        [model] => (model, None),
        [model, sat, unsat] => (model, Some((sat, unsat))),
        _ => {
            let message = "--hwmcc takes MODEL, or MODEL CERT.sat CERT.unsat";
            output.note(&diagnostics::plain(message));
            return 2;
        }
    };
    let targets = places.into_iter().flat_map(|(sat, unsat)| [sat, unsat]);
    let targets = targets.chain(arguments.evidence.targets());
    if let Err(problem) = target::ready(targets, std::slice::from_ref(model)) {
        return refusal::usage(&problem, false, output);
    }
    let interrupt = Interrupt::listen();
    let name = files::shown(model);
    let read = Input::read(model, arguments.taken.format, Verb::Hwmcc);
    let report = match read.and_then(|input| {
        circuits::prove(&name, input.into_bytes(), arguments, &interrupt, &hardware::Silent)
    }) {
        Ok(report) => report,
        Err(refusal) => return refusal::print(&refusal, &name, false, output),
    };
    match report.properties.first() {
        Some(property) => answer(&report, property, places, output),
        None => {
            output.note("note: the file has no safety property");
            output.answer("unknown\n");
            UNKNOWN
        }
    }
}

fn answer(
    report: &hardware::Report,
    property: &hardware::PropertyReport,
    places: Option<(&PathBuf, &PathBuf)>,
    output: &mut Output,
) -> u8 {
    let (code, word, evidence) = match property.status {
        hardware::Status::False(_) => (SAT, "sat", circuits::stimulus(&report.model, property)),
        hardware::Status::Proved(_) => (
            UNSAT,
            "unsat",
            places.and_then(|_| circuits::witness_circuit(&report.model, property)),
        ),
        hardware::Status::Rejected { .. } => {
            let reason = CircuitAnswer::of(property).reason.unwrap_or_default();
            output.note(&fault::rejected("the model", &property.name, &reason));
            return exit::FAULT;
        }
        hardware::Status::Unknown(_) | hardware::Status::Unchecked(_) => (UNKNOWN, "unknown", None),
    };
    if let (Some((sat, unsat)), Some(evidence)) = (places, evidence) {
        let place = if code == SAT { sat } else { unsat };
        let stored = evidence.and_then(|bytes| target::store(place, &bytes));
        if let Err(problem) = stored {
            // A verdict without its certificate is worth nothing there.
            output.note(&diagnostics::plain(&problem));
            output.answer("unknown\n");
            return UNKNOWN;
        }
    }
    output.answer(&format!("{word}\n"));
    code
}
