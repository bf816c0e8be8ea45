//! Writes the evidence of each check: one file, or one per check when there are several.

use std::path::{Path, PathBuf};

use buttress_session::formulas;

use super::document::EvidenceEntry;

use crate::target;

/// Where the evidence of a script goes.
#[derive(Default)]
pub struct EvidenceFiles {
    path: Option<PathBuf>,
    /// The evidence of the first check, which waits to see whether there is a second.
    first: Option<Evidence>,
    checks: usize,
    written: Written,
}

/// What was written, and what was not.
#[derive(Default)]
pub struct Written {
    /// The files.
    pub files: Vec<EvidenceEntry>,
    /// Evidence that does not exist.
    pub notes: Vec<String>,
    /// Files that could not be written.
    pub failures: Vec<String>,
}

struct Evidence {
    check: usize,
    kind: &'static str,
    text: String,
}

impl EvidenceFiles {
    /// Evidence goes to this file, or nowhere.
    pub fn new(path: Option<&Path>) -> EvidenceFiles {
        EvidenceFiles { path: path.map(Path::to_path_buf), ..EvidenceFiles::default() }
    }

    /// Takes the evidence of a check.
    pub fn keep(&mut self, report: &formulas::CheckReport) {
        let Some(path) = self.path.clone() else { return };
        self.checks += 1;
        let kind = match &report.status {
            formulas::CheckStatus::Sat(_) => "model",
            formulas::CheckStatus::Unsat(_) => "proof",
            formulas::CheckStatus::Unknown(_) | formulas::CheckStatus::Rejected { .. } => {
                let note = format!("note: check {} is unknown: it has no evidence", report.number);
                self.written.notes.push(note);
                return;
            }
        };
        let text = report.evidence().unwrap_or_default().to_owned();
        let evidence = Evidence { check: report.number, kind, text };
        if self.checks == 1 {
            self.first = Some(evidence);
            return;
        }
        if let Some(first) = self.first.take() {
            self.write(&target::with_part(&path, &first.check.to_string()), first);
        }
        self.write(&target::with_part(&path, &evidence.check.to_string()), evidence);
    }

    /// There are no more checks.
    pub fn finish(&mut self) -> Written {
        if let (Some(path), Some(first)) = (self.path.clone(), self.first.take()) {
            let path = match self.checks {
                1 => path,
                _ => target::with_part(&path, &first.check.to_string()),
            };
            self.write(&path, first);
        }
        std::mem::take(&mut self.written)
    }

    fn write(&mut self, path: &Path, evidence: Evidence) {
        match target::store(path, evidence.text.as_bytes()) {
            Ok(()) => self.written.files.push(EvidenceEntry {
                check: evidence.check,
                kind: evidence.kind,
                file: path.display().to_string(),
            }),
            Err(failure) => self.written.failures.push(failure),
        }
    }
}
