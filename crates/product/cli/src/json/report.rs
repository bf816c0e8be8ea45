//! The report of `prove` as JSON, schema 1 (`docs/json.md`). Fields are added within a schema number, never
//! renamed or removed.

use buttress_budget::Exhausted;
use schemars::JsonSchema;
use serde::Serialize;

use super::cut::{CutEntry, KnownEntry};
use super::error::ErrorEntry;
use crate::circuits::Contents;
use crate::exit;
#[cfg(feature = "cli")]
use crate::fleet::FleetContentsEntry;
use crate::next_step::NextStep;
use crate::numbers::NumbersContentsEntry;
use crate::programs::ProgramContentsEntry;

/// The report of a run of `prove`.
#[derive(Serialize, JsonSchema)]
pub struct ReportDocument {
    /// One entry per file, in the order of the command line.
    pub files: Vec<FileEntry>,
    /// The exit code of the run, before --exit-zero.
    pub exit_code: u8,
}

/// The report on one file. A file that could not be read has errors and none of its contents.
#[derive(Serialize, JsonSchema, Clone)]
pub struct FileEntry {
    /// The path as it was given; `<stdin>` for standard input.
    pub file: String,
    /// What the file holds and what was found.
    #[serde(flatten)]
    pub contents: ContentsEntry,
    /// What is wrong with the file, or could not be written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<ErrorEntry>,
    /// What to try where there is no answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub next_steps: Vec<NextStep>,
    /// The exit code of this file alone.
    pub exit_code: u8,
}

/// What a file holds and what was found: of a circuit, of a system over numbers, or of a program.
#[derive(Serialize, JsonSchema, Clone)]
#[serde(untagged)]
pub enum ContentsEntry {
    /// A circuit.
    Circuit(Contents),
    /// A system over numbers.
    Numbers(NumbersContentsEntry),
    /// A program.
    Program(ProgramContentsEntry),
    /// Anything that a fleet has looked at.
    #[cfg(feature = "cli")]
    Fleet(FleetContentsEntry),
    /// Anything, cut off by a limit that nobody polled, or by an interrupt.
    Cut(CutEntry),
    /// It could not be read.
    Nothing(NoContents),
}

/// Nothing is known of a file that could not be read.
#[derive(Serialize, JsonSchema, Clone)]
#[schemars(extend("not" = { "anyOf": [{ "required": ["format"] }, { "required": ["unknown"] }] }))]
pub struct NoContents {}

impl FileEntry {
    /// The entry of a file that was worked on: the exit code is that of its verdicts.
    pub fn done(
        file: &str,
        contents: ContentsEntry,
        exit_code: u8,
        failures: &[String],
    ) -> FileEntry {
        let errors: Vec<ErrorEntry> = failures.iter().map(ErrorEntry::plain).collect();
        let exit_code = exit::with_failures(exit_code, !errors.is_empty());
        let next_steps = Vec::new();
        FileEntry { file: file.to_owned(), contents, errors, next_steps, exit_code }
    }

    /// The same with what to try next.
    pub fn with_next_steps(self, next_steps: Vec<NextStep>) -> FileEntry {
        FileEntry { next_steps, ..self }
    }

    /// The entry of a file that was cut off.
    pub fn cut(file: &str, reason: Exhausted, known: Vec<KnownEntry>) -> FileEntry {
        let cut = CutEntry::new(reason, known);
        let exit_code = cut.exit_code();
        let contents = ContentsEntry::Cut(cut);
        let (errors, next_steps) = (Vec::new(), Vec::new());
        FileEntry { file: file.to_owned(), contents, errors, next_steps, exit_code }
    }

    /// The entry of a file that could not be read.
    pub fn broken(file: &str, errors: Vec<ErrorEntry>) -> FileEntry {
        let contents = ContentsEntry::Nothing(NoContents {});
        let (next_steps, exit_code) = (Vec::new(), exit::USAGE);
        FileEntry { file: file.to_owned(), contents, errors, next_steps, exit_code }
    }
}
