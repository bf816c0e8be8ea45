//! The report on a system over numbers in the form that was asked for.

use buttress_budget::memory;
use buttress_session::numbers;

use super::answer::NumbersAnswer;
use super::document::NumbersContentsEntry;
use super::{evidence, human};
use crate::args::Format;
use crate::json::{ContentsEntry, FileEntry};
use crate::report::{FileReport, ReportOptions};
use crate::style::Layout;
use crate::verdict::VerdictWord;
use crate::{fault, next_step};

/// The report, with the evidence that was asked for written.
pub fn report(file: &str, report: &numbers::Report, options: ReportOptions<'_>) -> FileReport {
    let arguments = options.arguments;
    let peak = memory::peak();
    let written = evidence::write(report, &arguments.evidence);
    let contents =
        NumbersContentsEntry::of(report, written.entries(), peak, arguments.with_traces());
    let contents = ContentsEntry::Numbers(contents);
    let steps = next_step::of_numbers(file, report, arguments, options.typed);
    let entry = FileEntry::done(file, contents, report.exit_code(), &written.failures)
        .with_next_steps(steps);
    let answers: Vec<NumbersAnswer<'_>> = report.properties.iter().map(NumbersAnswer::of).collect();
    let answer = match options.form {
        Format::Human if options.is_quiet() => {
            let words = answers.iter().map(|answer| answer.verdict());
            let live =
                report.contents.live.iter().map(|_| VerdictWord::Unknown.as_str().to_owned());
            options.verdict_lines(file, words.chain(live))
        }
        Format::Human => {
            let layout = Layout { width: options.width, is_verbose: arguments.report.is_verbose() };
            let text = human::report(file, report, peak, arguments.show_invariants, layout);
            text + &written.shown() + &next_step::shown(&entry.next_steps, options.width)
        }
        Format::Short => short(file, report, &answers),
        _ => String::new(),
    };
    let mut notes = options.notes(&written);
    for (property, answer) in report.properties.iter().zip(&answers) {
        if let numbers::Status::Rejected { .. } = property.status {
            let reason = answer.reason.as_deref().unwrap_or_default();
            notes.push(fault::rejected(file, &property.name, reason));
        }
    }
    let verdicts = answers.iter().map(|answer| answer.word).collect();
    FileReport { entry, remarks: Vec::new(), answer, notes, verdicts }
}

/// One line per property, for `grep`.
fn short(file: &str, report: &numbers::Report, answers: &[NumbersAnswer<'_>]) -> String {
    let mut text = String::new();
    for (property, answer) in report.properties.iter().zip(answers) {
        let line = format!("{}: {} {}", property.name, answer.verdict(), answer.detail());
        text.push_str(&format!("{file}: {}\n", line.trim_end()));
    }
    for live in &report.contents.live {
        text.push_str(&format!("{file}: {live}: unknown liveness is not checked\n"));
    }
    text
}
