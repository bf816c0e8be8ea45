//! `buttress invariants`: one line per invariant in the order found, and a picture.

mod document;
mod human;
mod open;

use std::path::Path;

use buttress_session::numbers;

pub use self::document::InvariantsDocument;
use self::human::shown;
use super::load::{load, refusal as refused};
use super::observer::NumbersProgress;
use super::settings::bounded;
use crate::args::InvariantsArgs;
use crate::document::Document;
use crate::input::Verb;
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::refusal::{self, Refusal};
use crate::{diagnostics, exit, fault, files, next_step, target};

/// Runs the command.
pub fn run(arguments: &InvariantsArgs, output: &mut Output) -> u8 {
    let name = files::shown(&arguments.file);
    let inputs = std::slice::from_ref(&arguments.file);
    if let Err(problem) = target::ready(&arguments.plot, inputs) {
        return refusal::usage(&problem, arguments.json, output);
    }
    let interrupt = Interrupt::listen();
    let report = match found(arguments, output.with_pictures(), &name, &interrupt) {
        Ok(report) => report,
        Err(refusal) => return refusal::print(&refusal, &name, arguments.json, output),
    };
    let mut plotted = None;
    if let (Some(path), Some(plot)) = (&arguments.plot, &report.plot) {
        match target::store(path, numbers::svg(plot).as_bytes()) {
            Ok(()) => plotted = Some(path.display().to_string()),
            Err(problem) => {
                return refusal::print(&Refusal::Plain(problem), &name, arguments.json, output);
            }
        }
    }
    let code = match () {
        () if report.rejected.is_some() => exit::FAULT,
        () if interrupt.is_asked() => exit::INTERRUPTED,
        () if is_shown(&report) => 0,
        () => 3,
    };
    if let Some(why) = &report.rejected {
        let place = fault::report(&format!("{name}, invariants: {why}"));
        let message = "the evidence for the invariants does not stand: this is our fault";
        output.note(&format!("{}\n{place}", diagnostics::plain(message)));
    }
    let steps = next_step::of_invariants(&name, &report, &arguments.numbers, output.typed());
    let width = output.width();
    let text = shown(&name, &report, plotted.as_deref(), width) + &next_step::shown(&steps, width);
    let mut document = InvariantsDocument::of(name, &report, plotted, code);
    document.next_steps = steps;
    Document::Invariants(document).answer(arguments.json, || text, output);
    code
}

fn found(
    arguments: &InvariantsArgs,
    with_pictures: bool,
    name: &str,
    interrupt: &Interrupt,
) -> Result<numbers::InvariantsReport, Refusal> {
    let text = load(&arguments.file, arguments.taken.format, Verb::Invariants)?;
    let mut settings = bounded(&arguments.numbers, &arguments.bounds, interrupt);
    settings.scenes = with_pictures;
    let plot = arguments.plot.as_ref().map(|_| numbers::PlotChoice {
        title: title(&arguments.file),
        variables: arguments.vars.as_ref().map(|variables| variables.0.clone()),
    });
    let progress = NumbersProgress::new(name, !arguments.json);
    let found = numbers::discover(&text, &settings, plot.as_ref(), &progress);
    drop(progress);
    found.map_err(|error| refused(name, &text, error))
}

/// The name of a file without its folder.
fn title(path: &Path) -> String {
    match path.file_name() {
        Some(name) if path != Path::new("-") => name.to_string_lossy().into_owned(),
        _ => "standard input".to_owned(),
    }
}

/// Was everything shown that there was to show: the properties, or invariants if there are none?
fn is_shown(report: &numbers::InvariantsReport) -> bool {
    match report.contents.queries == 0 {
        true => !report.invariants.is_empty(),
        false => report.suffices == Some(true),
    }
}
