//! `buttress invariants`: one line per invariant in the order found, and a picture.

use std::path::Path;

use buttress_session::numbers;
use schemars::JsonSchema;
use serde::Serialize;

use super::human::headline;
use super::{NumbersProgress, bounded, load, refusal as refused};
use crate::answer::counted;
use crate::args::InvariantsArgs;
use crate::document::Document;
use crate::input::Verb;
use crate::interrupt::{self, Interrupt};
use crate::output::Output;
use crate::refusal::{self, Refusal};
use crate::{diagnostics, files, panic, target};

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
    /// The picture that was written.
    plot: Option<String>,
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

/// Runs the command.
pub fn run(arguments: &InvariantsArgs, output: &mut Output) -> u8 {
    let name = files::shown(&arguments.file);
    let inputs = std::slice::from_ref(&arguments.file);
    if let Err(problem) = target::ready(&arguments.plot, inputs) {
        return refusal::usage(&problem, arguments.json, output);
    }
    let interrupt = Interrupt::listen();
    let report = match found(arguments, &name, &interrupt) {
        Ok(report) => report,
        Err(refusal) => return refusal.tell(&name, arguments.json, output),
    };
    let mut plotted = None;
    if let (Some(path), Some(plot)) = (&arguments.plot, &report.plot) {
        match target::store(path, numbers::svg(plot).as_bytes()) {
            Ok(()) => plotted = Some(path.display().to_string()),
            Err(problem) => return Refusal::Plain(problem).tell(&name, arguments.json, output),
        }
    }
    let code = match () {
        () if report.rejected.is_some() => panic::EXIT,
        () if interrupt.is_asked() => interrupt::EXIT,
        () if is_shown(&report) => 0,
        () => 3,
    };
    if let Some(why) = &report.rejected {
        let place = panic::report(&format!("{name}, invariants: {why}"));
        let message = "the evidence for the invariants does not stand: this is our fault";
        output.note(&format!("{}\n{place}", diagnostics::plain(message)));
    }
    output.answer(&match arguments.json {
        true => Document::Invariants(document(name, &report, plotted, code)).pretty(),
        false => shown(&name, &report, plotted.as_deref()),
    });
    code
}

fn found(
    arguments: &InvariantsArgs,
    name: &str,
    interrupt: &Interrupt,
) -> Result<numbers::InvariantsReport, Refusal> {
    let text = load(&arguments.file, arguments.taken.format, Verb::Invariants)?;
    let settings = bounded(&arguments.numbers, &arguments.bounds, interrupt);
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

/// What is said of properties that do not follow. That they are false, or hold, is for `prove` to say.
fn left_open(report: &numbers::InvariantsReport) -> Option<String> {
    if report.contents.queries == 0 || report.suffices == Some(true) {
        return None;
    }
    let why = match &report.reason {
        Some(reason) if !report.invariants.is_empty() => format!(" ({reason})"),
        _ => String::new(),
    };
    Some(format!("left open by these templates{why}; `buttress prove` decides more"))
}

/// The report for a person.
fn shown(name: &str, report: &numbers::InvariantsReport, plotted: Option<&str>) -> String {
    let contents = &report.contents;
    let mut text = headline(name, contents, contents.properties.len());
    let has_several = report.contents.predicates > 1;
    let widest = report.invariants.iter().map(|line| line.text.chars().count()).max().unwrap_or(0);
    let widest = widest.min(60);
    let names = report.invariants.iter().map(|line| line.predicate.chars().count());
    let name_width = names.max().unwrap_or(0);
    for line in &report.invariants {
        let numbers::InvariantLine { predicate, text: formula, rules_out, .. } = line;
        let predicate = match has_several {
            true => format!("{predicate:name_width$}  "),
            false => String::new(),
        };
        let reason = rules_out.as_ref().map(|state| format!("rules out {state}"));
        let line = format!("  {predicate}{formula:widest$}  {}", reason.unwrap_or_default());
        text.push_str(line.trim_end());
        text.push('\n');
    }
    let enough = match report.suffices {
        Some(true) => "; the property follows",
        _ => "",
    };
    if !report.invariants.is_empty() {
        let count = counted(report.invariants.len(), "invariant");
        let checked = if report.is_checked { "checked" } else { "unchecked" };
        text.push_str(&format!("{count} {checked}{enough}\n"));
    } else if report.suffices == Some(true) {
        text.push_str("  no invariant is needed: the property follows as it stands\n");
    } else {
        let reason = report.reason.as_deref().unwrap_or("nothing left to try");
        text.push_str(&format!("  no invariant was found: {reason}\n"));
    }
    if let Some(open) = left_open(report) {
        text.push_str(&format!("the property is {open}\n"));
    }
    if let Some(path) = plotted {
        text.push_str(&format!("picture: {path}\n"));
    }
    text
}

fn document(
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
        reason: left_open(report).or_else(|| report.reason.clone()),
        plot,
        seconds: report.elapsed.as_secs_f64(),
        exit_code,
    }
}
