//! What the text of a program says: its tree, its meaning if it has one, and what is wrong with it.

use std::sync::Arc;

use buttress_pi::tree::{Dialect, File};
use buttress_pi::{Diagnostic, Lines, Severity, parse, resolve};

use super::declarations::declared;
use super::names::names;
use super::source::ProgramSource;
use crate::names::NameTable;

/// What the text of a program says.
pub(crate) struct ProgramAnalysis {
    /// The text and its meaning.
    pub(crate) source: Arc<ProgramSource>,
    /// What could be read.
    pub(crate) file: File,
    /// What is wrong, and what is worth knowing, in the order of the text.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// All names.
    pub(crate) names: NameTable,
}

impl ProgramAnalysis {
    /// Reads a text.
    pub(crate) fn new(text: Arc<str>) -> ProgramAnalysis {
        let parsed = parse(&text);
        let mut diagnostics = parsed.diagnostics;
        let mut program = None;
        // As the command line has it: while the tree is wrong, its meaning is not looked at.
        if !diagnostics.iter().any(|problem| problem.severity == Severity::Error) {
            let resolved = resolve(&text, &parsed.file);
            diagnostics.extend(resolved.diagnostics);
            diagnostics.sort_by_key(|problem| (problem.span.start, problem.span.end));
            program = resolved.program;
        }
        let names = names(&text, &parsed.file);
        let (lines, declared) = (Lines::new(&text), declared(&parsed.file));
        let source = Arc::new(ProgramSource { text, lines, program, declared });
        ProgramAnalysis { source, file: parsed.file, diagnostics, names }
    }

    /// Is it in the dialect of 2007?
    pub(crate) fn is_classic(&self) -> bool {
        self.file.dialect == Dialect::Classic
    }
}
