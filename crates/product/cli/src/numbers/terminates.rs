//! `buttress terminates`: does every computation of a system over numbers end?

mod answer;
mod document;
mod human;

use buttress_session::numbers;

use self::answer::TerminationAnswer;
pub use self::document::TerminatesDocument;
use self::human::shown;
use super::load::{load, refusal as refused};
use super::observer::NumbersProgress;
use super::settings::bounded;
use crate::args::TerminatesArgs;
use crate::document::Document;
use crate::evidence::{Subject, Written};
use crate::input::Verb;
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::refusal::{self, Refusal};
use crate::{diagnostics, exit, fault, files, next_step, target};

/// Runs the command.
pub fn run(arguments: &TerminatesArgs, output: &mut Output) -> u8 {
    let name = files::shown(&arguments.file);
    let inputs = std::slice::from_ref(&arguments.file);
    if let Err(problem) = target::ready(&arguments.certificate, inputs) {
        return refusal::usage(&problem, arguments.json, output);
    }
    let interrupt = Interrupt::listen();
    let report = match found(arguments, &name, &interrupt) {
        Ok(report) => report,
        Err(refusal) => return refusal::print(&refusal, &name, arguments.json, output),
    };
    let mut code = match &report.status {
        numbers::TerminationStatus::Unknown(_) if interrupt.is_asked() => exit::INTERRUPTED,
        _ => report.exit_code(),
    };
    if let numbers::TerminationStatus::Rejected { why, .. } = &report.status {
        output.note(&fault::rejected(&name, "termination", why));
    }
    let written = write(&report, arguments);
    if !written.failures.is_empty() {
        code = 2;
    }
    let width = output.width();
    let steps = next_step::of_termination(&name, &report, &arguments.numbers, output.typed());
    let text = shown(&name, &report, width) + &written.shown() + &next_step::shown(&steps, width);
    let mut document = TerminatesDocument::of(name, &report, &written, code);
    document.next_steps = steps;
    Document::Terminates(document).answer(arguments.json, || text, output);
    if !arguments.json {
        written.notes.iter().for_each(|note| output.note(note));
    }
    for failure in written.failures.iter().filter(|_| !arguments.json) {
        output.note(&diagnostics::plain(failure));
    }
    code
}

fn found(
    arguments: &TerminatesArgs,
    name: &str,
    interrupt: &Interrupt,
) -> Result<numbers::TerminationReport, Refusal> {
    let text = load(&arguments.file, arguments.taken.format, Verb::Terminates)?;
    let settings = bounded(&arguments.numbers, &arguments.bounds, interrupt);
    let progress = NumbersProgress::new(name, !arguments.json);
    let found = numbers::terminates(&text, &settings, &progress);
    drop(progress);
    found.map_err(|error| refused(name, &text, error))
}

/// Writes the evidence, if that was asked for.
fn write(report: &numbers::TerminationReport, arguments: &TerminatesArgs) -> Written {
    let mut written = Written::default();
    if let Some(path) = &arguments.certificate {
        let evidence = match &report.status {
            numbers::TerminationStatus::Proved(proof) => proof.evidence.as_ref(),
            numbers::TerminationStatus::False(proof) => proof.evidence.as_ref(),
            _ => None,
        };
        let verdict = TerminationAnswer::of(report).verdict();
        let subject = Subject { index: 0, name: "termination", verdict: &verdict };
        let text = evidence.map(|text| Ok(text.clone().into_bytes()));
        written.put("certificate", path.clone(), subject, text);
    }
    written
}
