//! The report on a circuit in the form that was asked for.

use buttress_budget::memory;
use buttress_session::hardware;

use super::answer::CircuitAnswer;
use super::document::Contents;
use super::turns::TurnEntry;
use super::{evidence, human};
use crate::args::Format;
use crate::json::{ContentsEntry, FileEntry};
use crate::report::{FileReport, ReportOptions};
use crate::style::Layout;
use crate::verdict::VerdictWord;
use crate::{fault, next_step, select};

/// The report, with the evidence that was asked for written.
pub fn report(
    file: &str,
    (report, turns): (&hardware::Report, Vec<TurnEntry>),
    options: ReportOptions<'_>,
) -> FileReport {
    let arguments = options.arguments;
    let peak = memory::peak();
    let written = evidence::write(report, &arguments.evidence);
    let contents = Contents::of(report, written.entries(), peak, arguments.with_traces());
    let contents = match options.with_pictures {
        true => contents.with_pictures(report, turns),
        false => contents,
    };
    let contents = ContentsEntry::Circuit(contents);
    let steps = next_step::of_circuit(file, report, arguments, options.typed);
    let entry = FileEntry::done(file, contents, report.exit_code(), &written.failures)
        .with_next_steps(steps);
    let answer = match options.form {
        Format::Human if options.is_quiet() => {
            options.verdict_lines(file, verdicts(report).into_iter())
        }
        Format::Human => {
            let layout = Layout { width: options.width, is_verbose: arguments.report.is_verbose() };
            human::report(file, report, peak, layout)
                + &written.shown()
                + &next_step::shown(&entry.next_steps, options.width)
        }
        Format::Short => short(file, report),
        _ => String::new(),
    };
    let mut notes = options.notes(&written);
    let mut verdicts = Vec::new();
    for property in &report.properties {
        let answer = CircuitAnswer::of(property);
        if let hardware::Status::Rejected { .. } = property.status {
            let reason = answer.reason.unwrap_or_default();
            notes.push(fault::rejected(file, &property.name, &reason));
        }
        verdicts.push(answer.word);
    }
    FileReport { entry, remarks: Vec::new(), answer, notes, verdicts }
}

/// The verdicts alone, those of the properties that are not checked included.
fn verdicts(report: &hardware::Report) -> Vec<String> {
    let words = report.properties.iter().map(|property| CircuitAnswer::of(property).verdict());
    let skipped = report.model.justice.iter().map(|_| VerdictWord::Unknown.as_str().to_owned());
    words.chain(skipped).collect()
}

/// One line per property, for `grep`.
fn short(file: &str, report: &hardware::Report) -> String {
    let line = |property: &hardware::PropertyReport| {
        let answer = CircuitAnswer::of(property);
        let detail = answer.detail(property.figures.depth);
        format!("{file}: {}: {} {detail}", property.name, answer.verdict()).trim_end().to_owned()
            + "\n"
    };
    let lines: String = report.properties.iter().map(line).collect();
    let skipped = select::justice_names(&report.model);
    let skipped =
        skipped.iter().map(|name| format!("{file}: {name}: unknown justice is not checked\n"));
    lines + &skipped.collect::<String>()
}
