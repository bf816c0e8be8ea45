//! The formulas of the benchmark folder, and what is known of them.

use std::path::PathBuf;

use super::solver::CheckSatAnswer;
use crate::bench::collection::{self, Table};

/// The formulas of the benchmark folder.
pub struct Manifest {
    /// The folder that file names start from.
    pub root: PathBuf,
    /// One entry per file.
    pub entries: Vec<Entry>,
}

/// A file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its path below the folder.
    pub file: String,
    /// The logic that its contents need.
    pub logic: String,
    /// Which array property fragment it is in, or why it is in none; empty without quantifiers.
    pub fragment: String,
    /// The expected answer of each check; unknown where nothing is expected.
    pub expected: Vec<CheckSatAnswer>,
}

impl Manifest {
    /// The folder of the collection, if it is there.
    pub fn find() -> Result<Option<Manifest>, String> {
        let Some(root) = collection::folder("smt") else { return Ok(None) };
        let entries = entries(&collection::manifest(&root)?)?;
        Ok(Some(Manifest { root, entries }))
    }
}

impl Entry {
    /// A file that the manifest does not list.
    pub fn unknown(file: &str) -> Entry {
        let (file, logic) = (file.to_owned(), "none".to_owned());
        Entry { file, logic, fragment: String::new(), expected: Vec::new() }
    }

    /// Is it listed as being in an array property fragment?
    pub fn is_array_property(&self) -> bool {
        self.fragment.starts_with("APF")
    }

    /// The folder that the file is in.
    pub fn folder(&self) -> &str {
        self.file.split_once('/').map_or("", |(folder, _)| folder)
    }
}

fn entries(text: &str) -> Result<Vec<Entry>, String> {
    let table = Table::read(text);
    let (files, expected) = (table.column("file")?, table.column("expected")?);
    let logic = table.column("feature_logic")?;
    // Lists of quantifier-free files need not have it.
    let fragment = table.column("apf").ok();
    let entry = |(row, file): (usize, &&str)| {
        let answers = expected[row].split(',').filter(|word| !word.trim().is_empty());
        let answers =
            answers.map(|word| CheckSatAnswer::of(word).unwrap_or(CheckSatAnswer::Unknown));
        Entry {
            file: (*file).to_owned(),
            logic: logic[row].to_owned(),
            fragment: fragment.as_ref().map_or("", |column| column[row]).to_owned(),
            expected: answers.collect(),
        }
    };
    Ok(files.iter().enumerate().map(entry).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_one_by_one_or_as_lists() {
        let text = "file,expected,source,feature_logic\n\
            QF_AX/a.smt2,unsat,x,QF_AX\n\
            incremental/b.smt2,\"sat,unknown,unsat\",x,QF_UF\n\
            UF/c.smt2,,,UF\n";
        let entries = entries(text).unwrap();
        assert_eq!(entries[0].expected, [CheckSatAnswer::Unsat]);
        assert_eq!(
            entries[1].expected,
            [CheckSatAnswer::Sat, CheckSatAnswer::Unknown, CheckSatAnswer::Unsat]
        );
        assert!(entries[2].expected.is_empty());
        assert_eq!((entries[1].folder(), entries[1].logic.as_str()), ("incremental", "QF_UF"));
        assert!(super::entries("file\n").is_err());
    }

    #[test]
    fn fragments_are_known_where_they_are_listed() {
        let text = "file,expected,feature_logic,apf\n\
            ALIA/a.smt2,sat,ALIA,APF-Z\nALIA/b.smt2,sat,ALIA,\"OUT:i+1, here\"\n";
        let entries = entries(text).unwrap();
        assert!(entries[0].is_array_property() && !entries[1].is_array_property());
        assert!(!Entry::unknown("x").is_array_property());
    }
}
