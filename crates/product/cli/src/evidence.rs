//! Files of evidence: what was written, what there is nothing to write for, what could not be written.

use std::path::PathBuf;

use crate::json::EvidenceEntry;
use crate::target;

/// What happened to the files.
#[derive(Default)]
pub struct Written {
    /// The files, with the positions of their properties and their kinds.
    pub files: Vec<(usize, &'static str, PathBuf)>,
    /// Lines for the user about files that are not written because there is nothing to write.
    pub notes: Vec<String>,
    /// Lines for the user about files that could not be written.
    pub failures: Vec<String>,
}

/// The text of a piece of evidence; none if the verdict has no such evidence.
pub type EvidenceText = Option<Result<Vec<u8>, String>>;

/// The property that evidence is about.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// Its position.
    pub index: usize,
    /// Its name.
    pub name: &'a str,
    /// Its verdict.
    pub verdict: &'a str,
}

impl Written {
    /// Writes a piece of evidence, if there is any.
    pub fn put(
        &mut self,
        kind: &'static str,
        path: PathBuf,
        subject: Subject<'_>,
        text: EvidenceText,
    ) {
        let shown = target::shown(&path);
        match text {
            None => {
                let Subject { name, verdict, .. } = subject;
                let note = format!("note: {shown} ({kind}) is not written: {name} is {verdict}");
                self.notes.push(note);
            }
            Some(Err(problem)) => self.failures.push(format!("{shown} is not written: {problem}")),
            Some(Ok(bytes)) => match target::store(&path, &bytes) {
                Ok(()) => self.files.push((subject.index, kind, path)),
                Err(problem) => self.failures.push(problem),
            },
        }
    }

    /// The files as JSON.
    pub fn entries(&self) -> Vec<EvidenceEntry> {
        let entry = |(property, kind, path): &(usize, &'static str, PathBuf)| EvidenceEntry {
            property: *property,
            kind,
            file: path.display().to_string(),
        };
        self.files.iter().map(entry).collect()
    }

    /// Where the files are, for a person.
    pub fn shown(&self) -> String {
        let line =
            |(_, kind, path): &(usize, &str, PathBuf)| format!("{kind}: {}\n", target::shown(path));
        self.files.iter().map(line).collect()
    }
}
