//! The report on a program in the form that was asked for.

use std::path::Path;

use buttress_budget::memory;
use buttress_session::programs;

use super::human::{self, ReportDetail};
use super::verdict::function_verdict;
use super::{document, evidence};
use crate::args::{Format, Infer};
use crate::diagnostics::Source;
use crate::json::{ContentsEntry, FileEntry};
use crate::report::{FileReport, ReportOptions};
use crate::{fault, files, next_step};

/// The report on the program in this file, with the evidence that was asked for written.
pub fn report(
    path: &Path,
    text: &str,
    report: &programs::Report,
    options: ReportOptions<'_>,
) -> FileReport {
    let (file, arguments) = (files::shown(path), options.arguments);
    let detail = ReportDetail {
        explain: arguments.programs.explain,
        facts: arguments.show_invariants || arguments.programs.infer == Infer::Show,
        is_verbose: arguments.report.is_verbose(),
        peak: memory::peak(),
    };
    let written = evidence::write(path, text, report, arguments);
    let contents =
        document::contents(text, report, written.entries(), detail.peak, options.with_pictures);
    let contents = ContentsEntry::Program(contents);
    let steps = next_step::of_program(&file, text, report, arguments, options.typed);
    let entry = FileEntry::done(&file, contents, report.exit_code(), &written.failures)
        .with_next_steps(steps);
    let source = Source { file: &file, text, width: options.width };
    let is_for_person = matches!(options.form, Format::Human | Format::Short);
    let remarks = match is_for_person && !options.is_quiet() {
        true => human::remarks(report, source),
        false => Vec::new(),
    };
    let answer = match options.form {
        Format::Human if options.is_quiet() => options.verdict_lines(
            &file,
            report.functions.iter().map(|one| function_verdict(one).as_str()),
        ),
        Format::Human => {
            // What is to be changed in the program is told by the messages.
            let steps = entry.next_steps.iter().filter(|step| step.command.is_some());
            human::report(report, source, detail)
                + &written.shown()
                + &next_step::shown(steps, options.width)
        }
        Format::Short => human::short(report, source),
        _ => String::new(),
    };
    let mut notes = options.notes(&written);
    if let programs::EvidenceStatus::Rejected(reason) = &report.evidence {
        notes.push(fault::rejected(&file, "the program", reason));
    }
    let verdicts = report.functions.iter().map(function_verdict).collect();
    FileReport { entry, remarks, answer, notes, verdicts }
}
