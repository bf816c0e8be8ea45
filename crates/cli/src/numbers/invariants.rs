//! `buttress invariants`: one line per invariant in the order found, and a picture.

use std::path::Path;

use buttress_session::{InvariantLine, InvariantsReport, PlotChoice, discover_invariants, svg};
use schemars::JsonSchema;
use serde::Serialize;

use super::human::headline;
use super::{NumbersProgress, bounded, load, refusal};
use crate::answer::counted;
use crate::args::InvariantsArgs;
use crate::interrupt::{self, Interrupt};
use crate::json::{ErrorEntry, FileEntry, SCHEMA, pretty};
use crate::output::Output;
use crate::prove::Refusal;
use crate::{diagnostics, files, panic};

/// The answer as JSON.
#[derive(Serialize, JsonSchema)]
pub struct InvariantsDocument {
    /// The number of the schema.
    schema: u32,
    /// The path as it was given.
    file: String,
    /// The format of the file: `horn` or `vmt`.
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
    let interrupt = Interrupt::listen();
    let report = match found(arguments, &name, &interrupt) {
        Ok(report) => report,
        Err(refusal) => {
            match arguments.json {
                true => output.answer(&pretty(&FileEntry::broken(&name, refusal.entries()))),
                false => {
                    let width = output.width();
                    output.note(&refusal.shown(&name, width))
                }
            }
            return 2;
        }
    };
    let mut plotted = None;
    if let (Some(path), Some(plot)) = (&arguments.plot, &report.plot) {
        match files::store(path, svg(plot).as_bytes()) {
            Ok(()) => plotted = Some(path.display().to_string()),
            Err(problem) => {
                match arguments.json {
                    true => {
                        let errors = vec![ErrorEntry::plain(problem)];
                        output.answer(&pretty(&FileEntry::broken(&name, errors)));
                    }
                    false => output.note(&diagnostics::plain(&problem)),
                }
                return 2;
            }
        }
    }
    let code = match () {
        () if report.rejected.is_some() => panic::EXIT,
        () if interrupt.is_asked() => interrupt::EXIT,
        () if report.invariants.is_empty() => 3,
        () => 0,
    };
    if let Some(why) = &report.rejected {
        let place = panic::report(&format!("{name}, invariants: {why}"));
        let message = "the evidence for the invariants does not stand: this is our fault";
        output.note(&format!("{}\n{place}", diagnostics::plain(message)));
    }
    output.answer(&match arguments.json {
        true => pretty(&document(name, &report, plotted, code)),
        false => shown(&name, &report, plotted.as_deref()),
    });
    code
}

fn found(
    arguments: &InvariantsArgs,
    name: &str,
    interrupt: &Interrupt,
) -> Result<InvariantsReport, Refusal> {
    let text = load(&arguments.file)?;
    let settings = bounded(&arguments.numbers, &arguments.bounds, interrupt);
    let plot = arguments.plot.as_ref().map(|_| PlotChoice {
        title: title(&arguments.file),
        variables: arguments.vars.as_ref().map(|variables| variables.0.clone()),
    });
    let progress = NumbersProgress::new(name, !arguments.json);
    let found = discover_invariants(&text, &settings, plot.as_ref(), &progress);
    drop(progress);
    found.map_err(|error| refusal(name, &text, error))
}

/// The name of a file without its folder.
fn title(path: &Path) -> String {
    match path.file_name() {
        Some(name) if path != Path::new("-") => name.to_string_lossy().into_owned(),
        _ => "standard input".to_owned(),
    }
}

/// The report for a person.
fn shown(name: &str, report: &InvariantsReport, plotted: Option<&str>) -> String {
    let contents = &report.contents;
    let mut text = headline(name, contents, contents.properties.len());
    let has_several = report.contents.predicates > 1;
    let widest = report.invariants.iter().map(|line| line.text.chars().count()).max().unwrap_or(0);
    let widest = widest.min(60);
    let names = report.invariants.iter().map(|line| line.predicate.chars().count());
    let name_width = names.max().unwrap_or(0);
    for line in &report.invariants {
        let InvariantLine { predicate, text: formula, rules_out, .. } = line;
        let predicate = match has_several {
            true => format!("{predicate:name_width$}  "),
            false => String::new(),
        };
        let reason = rules_out.as_ref().map(|state| format!("rules out {state}"));
        let line = format!("  {predicate}{formula:widest$}  {}", reason.unwrap_or_default());
        text.push_str(line.trim_end());
        text.push('\n');
    }
    let count = counted(report.invariants.len(), "invariant");
    let enough = match report.suffices {
        Some(true) => "; the property follows",
        _ => "",
    };
    match (report.invariants.len(), &report.reason) {
        (0, reason) => {
            let reason = reason.as_deref().unwrap_or("nothing left to try");
            text.push_str(&format!("  no invariant was found: {reason}\n"));
        }
        (_, reason) => {
            let checked = if report.is_checked { "checked" } else { "unchecked" };
            text.push_str(&format!("{count} {checked}{enough}\n"));
            if let Some(reason) = reason {
                text.push_str(&format!("the property is open: {reason}\n"));
            }
        }
    }
    if let Some(path) = plotted {
        text.push_str(&format!("picture: {path}\n"));
    }
    text
}

fn document(
    file: String,
    report: &InvariantsReport,
    plot: Option<String>,
    exit_code: u8,
) -> InvariantsDocument {
    let entry = |line: &InvariantLine| InvariantEntry {
        predicate: line.predicate.clone(),
        text: line.text.clone(),
        rules_out: line.rules_out.clone(),
        engine: line.engine.name(),
    };
    InvariantsDocument {
        schema: SCHEMA,
        file,
        format: report.contents.format.name(),
        predicates: report.contents.predicates,
        clauses: report.contents.clauses,
        invariants: report.invariants.iter().map(entry).collect(),
        checked: report.is_checked,
        suffices: report.suffices,
        reason: report.reason.clone(),
        plot,
        seconds: report.elapsed.as_secs_f64(),
        exit_code,
    }
}
