//! Programs: proved, run, formatted, converted, in the forms of report that circuits have.

mod convert;
mod document;
mod drawing;
mod endless;
mod evidence;
mod failure;
mod fmt;
mod frame;
mod human;
mod insert;
mod run;
mod scene;
mod told;
mod watch;

use std::path::Path;

use buttress_pi::{Diagnostic, Severity};
use buttress_session::programs;

use crate::args::{FileFormat, Infer, ProveArgs};
use crate::files::nearest;
use crate::input::{Input, Verb};
use crate::interrupt::Interrupt;
use crate::net;
use crate::prove::threads;
use crate::refusal::Refusal;

pub use self::convert::run as convert;
pub use self::document::{FunctionEntry, PlaceEntry, ProgramContentsEntry};
pub use self::evidence::write;
pub use self::fmt::run as fmt;
pub use self::frame::{Source, diagnostics as shown};
pub use self::human::{Told, remarks, report, short, word};
pub use self::run::{RunDocument, run};
pub use self::watch::{ProgramsProgress, ProgramsStream};

/// Runs the session on a program.
pub fn prove(
    name: &str,
    bytes: &[u8],
    arguments: &ProveArgs,
    interrupt: &Interrupt,
    observer: &dyn programs::Observer,
) -> Result<programs::Report, Refusal> {
    let settings = settings(name, bytes, arguments, interrupt)?;
    let proved = programs::prove(bytes, &settings, observer);
    proved.map_err(|problems| Refusal::Program(bytes.to_vec(), problems))
}

fn settings(
    name: &str,
    bytes: &[u8],
    arguments: &ProveArgs,
    interrupt: &Interrupt,
) -> Result<programs::Settings, Refusal> {
    let programs = &arguments.programs;
    let functions = match programs.function.is_empty() {
        true => None,
        false => Some(chosen(name, bytes, &programs.function)?),
    };
    Ok(programs::Settings {
        functions,
        inference: match programs.infer {
            Infer::All | Infer::Show | Infer::Write => programs::Inference::All,
            Infer::Numeric => programs::Inference::Numeric,
            Infer::None => programs::Inference::Nothing,
        },
        termination: match (programs.termination, programs.no_termination) {
            (true, _) => programs::Termination::Demanded,
            (_, true) => programs::Termination::Ignored,
            _ => programs::Termination::Offered,
        },
        runtime: !programs.no_runtime,
        seed: arguments.seed,
        threads: threads(arguments),
        limits: net::limits(interrupt),
        condition_timeout: programs.condition_timeout,
        effort: programs.budget,
        check: !arguments.no_check,
        cache: programs.cache.clone(),
        ..programs::Settings::default()
    })
}

/// The functions that were named, if the program has them all.
fn chosen(name: &str, bytes: &[u8], wanted: &[String]) -> Result<Vec<String>, Refusal> {
    let refuse = |problems| Refusal::Program(bytes.to_vec(), problems);
    let text = programs::program_text(bytes).map_err(|problem| refuse(vec![problem]))?;
    let reading = buttress_pi::read(text);
    let Some(program) = reading.program else { return Err(refuse(reading.diagnostics)) };
    for word in wanted {
        if program.function_named(word).is_some() {
            continue;
        }
        let names = program.functions.iter().map(|function| function.name.text.clone());
        let names: Vec<String> = names.collect();
        let listed = names.join(", ");
        let message = match nearest(word, names) {
            Some(near) => format!("{name}: there is no function {word}; did you mean {near}?"),
            None => format!("{name}: there is no function {word}; there are {listed}"),
        };
        return Err(Refusal::Plain(message));
    }
    Ok(wanted.to_vec())
}

/// The text of a file that must be a program.
fn load(path: &Path, insisted: Option<FileFormat>, verb: Verb) -> Result<String, Refusal> {
    let text = Input::read(path, insisted, verb)?.into_text();
    match programs::program_text(&text) {
        Ok(program) => Ok(program.to_owned()),
        Err(problem) => Err(Refusal::Program(text, vec![problem])),
    }
}

/// The codes of everything that was not proved.
#[cfg(test)]
pub fn codes(report: &programs::Report) -> Vec<&'static str> {
    let mut codes = Vec::new();
    for function in &report.functions {
        codes.extend(told::findings(function).iter().map(told::Finding::code));
        let is_told = function.core.as_ref().is_some_and(|core| core.suffices);
        codes.extend(is_told.then_some("PI0307"));
        let is_endless = matches!(
            function.termination,
            buttress_session::programs::TerminationVerdict::Never(_)
        );
        codes.extend(is_endless.then_some(endless::CODE));
    }
    codes
}

/// What is wrong with a program, for a person. With an error, remarks are left out.
pub fn refused(name: &str, bytes: &[u8], problems: &[Diagnostic], width: usize) -> String {
    let text = String::from_utf8_lossy(bytes);
    let errors: Vec<Diagnostic> =
        problems.iter().filter(|problem| problem.severity == Severity::Error).cloned().collect();
    shown(Source { file: name, text: &text, width }, &errors)
}
