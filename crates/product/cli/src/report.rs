//! What `prove` has to say of one file, whatever the file holds: ready to be printed.

use crate::args::{Format, ProveArgs};
use crate::diagnostics;
use crate::evidence::Written;
use crate::json::FileEntry;
use crate::next_step::TypedCommand;
use crate::verdict::VerdictWord;

/// How a report on a file is made.
#[derive(Clone, Copy)]
pub struct ReportOptions<'a> {
    /// What was asked.
    pub arguments: &'a ProveArgs,
    /// As it was typed.
    pub typed: &'a TypedCommand,
    /// The form of the report.
    pub form: Format,
    /// Columns.
    pub width: usize,
    /// Is there to be everything that pictures need?
    pub with_pictures: bool,
    /// Are there several files, so that each has to be named?
    pub has_several: bool,
}

/// The report on a file.
pub struct FileReport {
    /// For JSON and for other tools.
    pub entry: FileEntry,
    /// To standard error, before the answer.
    pub remarks: Vec<String>,
    /// To standard output.
    pub answer: String,
    /// To standard error, after the answer.
    pub notes: Vec<String>,
    /// The verdicts, for the summary.
    pub verdicts: Vec<VerdictWord>,
}

impl ReportOptions<'_> {
    /// Are the verdict words all that is wanted?
    pub fn is_quiet(&self) -> bool {
        self.arguments.report.quiet
    }

    /// The verdict words of a file, a line each; several files are named.
    pub fn verdict_lines(
        &self,
        file: &str,
        words: impl Iterator<Item = impl AsRef<str>>,
    ) -> String {
        let file = if self.has_several { format!("{file}: ") } else { String::new() };
        words.map(|word| format!("{file}{}\n", word.as_ref())).collect()
    }

    /// What is to be said about files of evidence.
    pub fn notes(&self, written: &Written) -> Vec<String> {
        let notes = written.notes.iter().filter(|_| !self.is_quiet()).cloned();
        notes.chain(written.failures.iter().map(|failure| diagnostics::plain(failure))).collect()
    }
}
