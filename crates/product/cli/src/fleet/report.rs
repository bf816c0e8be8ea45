//! The report on a file that a fleet has looked at.

use std::path::{Path, PathBuf};

use buttress_dispatch::{DesignKind, Submission, Word};

use super::document::{FleetContentsEntry, FleetVerdictEntry, kind_name};
use crate::args::{Format, ProveArgs};
use crate::evidence::{Subject, Written};
use crate::json::{ContentsEntry, FileEntry};
use crate::plural::counted;
use crate::report::{FileReport, ReportOptions};
use crate::style::{BOLD, FAINT, legible, painted};
use crate::target;
use crate::wrap::fit;
use crate::{exit, next_step};

/// What the report is about.
pub struct Finished<'a> {
    /// The path as it was given.
    pub file: &'a str,
    /// The exchange, without a password.
    pub exchange: &'a str,
    /// What came in.
    pub submission: &'a Submission<'a>,
    /// The labels of the units that were handed out.
    pub labels: &'a [String],
    /// Since it was handed out.
    pub seconds: f64,
}

/// The report, with the evidence that was asked for written.
pub fn report(finished: &Finished<'_>, options: ReportOptions<'_>) -> FileReport {
    let design = finished.submission.design();
    let units: Vec<FleetVerdictEntry> =
        (0..finished.labels.len()).map(|unit| entry(finished, unit)).collect();
    let written = written(finished, &units, options.arguments);
    let code = exit::worst(&units.iter().map(|unit| code(unit.word)).collect::<Vec<u8>>());
    let arguments = options.arguments;
    let about = (finished.file, finished.exchange);
    let steps = next_step::of_fleet(about, design.kind, &units, arguments, options.typed);
    let answer = match options.form {
        Format::Human if options.is_quiet() => {
            options.verdict_lines(finished.file, units.iter().map(|unit| unit.verdict))
        }
        Format::Human => {
            fit(&human(finished, &units), options.width)
                + &written.shown()
                + &next_step::shown(&steps, options.width)
        }
        Format::Short => {
            let line = |unit: &FleetVerdictEntry| {
                format!("{}: {}: {}\n", finished.file, unit.name, unit.verdict)
            };
            units.iter().map(line).collect()
        }
        _ => String::new(),
    };
    let notes = options.notes(&written);
    let verdicts = units.iter().map(FleetVerdictEntry::verdict_word).collect();
    let contents = FleetContentsEntry {
        format: "fleet",
        kind: kind_name(design.kind),
        exchange: finished.exchange.to_owned(),
        digest: design.digest.to_string(),
        units,
        refuted: finished.submission.progress().refuted,
        evidence_files: written.entries(),
        seconds: finished.seconds,
    };
    let contents = ContentsEntry::Fleet(contents);
    let entry =
        FileEntry::done(finished.file, contents, code, &written.failures).with_next_steps(steps);
    FileReport { entry, remarks: Vec::new(), answer, notes, verdicts }
}

/// What is known of a unit, by position.
fn entry(finished: &Finished<'_>, unit: usize) -> FleetVerdictEntry {
    let label = &finished.labels[unit];
    let name = finished.submission.design().unit(label).map_or(label, |unit| &unit.name);
    match (finished.submission.accepted(unit), finished.submission.ended(unit)) {
        (Some(accepted), _) => FleetVerdictEntry::accepted(name, accepted),
        (None, Some(outcome)) => FleetVerdictEntry::ended(name, outcome),
        (None, None) => FleetVerdictEntry::open(name, Some("nobody has answered yet".to_owned())),
    }
}

fn code(word: Word) -> u8 {
    match word {
        Word::Proved | Word::Sat | Word::Unsat => 0,
        Word::False | Word::Open => exit::FALSE,
        Word::Unknown => exit::UNKNOWN,
    }
}

fn human(finished: &Finished<'_>, units: &[FleetVerdictEntry]) -> String {
    let noun = match finished.submission.design().kind {
        DesignKind::Circuit | DesignKind::Numbers => "property",
        DesignKind::Program => "function",
        DesignKind::Script => "check",
    };
    let mut text = format!(
        "{BOLD}{}{BOLD:#}  {}, by the fleet at {}\n",
        finished.file,
        counted(units.len(), noun),
        finished.exchange
    );
    text.push_str(&table(units));
    let refuted = finished.submission.progress().refuted;
    if refuted > 0 {
        text.push_str(&format!(
            "{} of others did not stand and {} dropped\n",
            counted(refuted, "claim"),
            if refuted == 1 { "was" } else { "were" }
        ));
    }
    text
}

/// One line for each unit.
pub fn table(units: &[FleetVerdictEntry]) -> String {
    let width = units.iter().map(|unit| unit.name.chars().count()).max().unwrap_or(0);
    let line = |unit: &FleetVerdictEntry| {
        let mut rest = Vec::new();
        if unit.worker.is_some() {
            rest.push(format!("{:.2} s", unit.seconds));
        }
        rest.extend(unit.engine.clone());
        rest.extend(unit.worker.as_ref().map(|worker| format!("by {worker}")));
        rest.extend(unit.checked.then(|| "evidence checked here".to_owned()));
        rest.extend(unit.reason.clone());
        let verdict = painted(unit.verdict, unit.verdict_word(), 7);
        let (name, rest) = (legible(&unit.name), legible(&rest.join("  ")));
        format!("  {name:width$}  {verdict}  {FAINT}{rest}{FAINT:#}\n")
    };
    units.iter().map(line).collect()
}

/// Writes the evidence, if that was asked for.
fn written(finished: &Finished<'_>, units: &[FleetVerdictEntry], arguments: &ProveArgs) -> Written {
    let mut written = Written::default();
    let Some(path) = &arguments.evidence.certificate else { return written };
    for (index, unit) in units.iter().enumerate() {
        let place = place(path, units.len(), &finished.labels[index]);
        let evidence = finished.submission.accepted(index);
        let evidence = evidence.map(|accepted| Ok(accepted.evidence.clone()));
        let subject = Subject { index, name: &unit.name, verdict: unit.verdict };
        written.put("certificate", place, subject, evidence);
    }
    written
}

/// A single unit needs no part of its own in the name.
fn place(path: &Path, units: usize, label: &str) -> PathBuf {
    if units == 1 { path.to_owned() } else { target::with_part(path, label) }
}
