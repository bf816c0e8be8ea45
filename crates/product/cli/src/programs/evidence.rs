//! Files that are written about a program: its evidence, and the program itself with what was inferred.

use std::path::Path;

use buttress_pi::tree::Dialect;
use buttress_session::programs;

use crate::args::{Infer, ProveArgs};
use crate::evidence::Written;
use crate::target;

/// Writes what was asked for.
pub fn write(path: &Path, text: &str, report: &programs::Report, arguments: &ProveArgs) -> Written {
    let mut written = Written::default();
    let mut put =
        |kind: &'static str, path: &Path, text: &str| match target::store(path, text.as_bytes()) {
            Ok(()) => written.files.push((0, kind, path.to_owned())),
            Err(problem) => written.failures.push(problem),
        };
    let mut notes = Vec::new();
    if let Some(path) = &arguments.evidence.certificate {
        match &report.evidence {
            programs::EvidenceStatus::Checked { bundle, .. } => put("certificate", path, bundle),
            _ => notes.push("no certificate was written: there is no checked evidence".to_owned()),
        }
    }
    if arguments.programs.infer == Infer::Write {
        let with_facts = programs::with_facts(text, report);
        if report.dialect == Dialect::Classic {
            notes.push("nothing was inserted: convert the program to pi first".to_owned());
        } else if path == Path::new("-") {
            notes.push("nothing was inserted: standard input cannot be written".to_owned());
        } else if with_facts != text {
            put("annotated program", path, &with_facts);
        }
    }
    written.notes.extend(notes);
    written
}
