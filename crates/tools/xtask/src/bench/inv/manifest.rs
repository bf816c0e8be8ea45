//! The systems of the benchmark folder, and what is known of them.

use std::fs;
use std::path::{Path, PathBuf};

use buttress_testkit::Known;

use crate::bench::collection::{self, Table};

/// The systems of a folder.
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
    /// What is expected of it.
    pub expected: Expected,
    /// Are variables multiplied in it?
    pub is_polynomial: bool,
    /// Is it the same as another one?
    pub is_duplicate: bool,
}

/// What is expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// Whoever says otherwise is wrong.
    Known(Known),
    /// Presumed, and not verified by anybody.
    Believed(Known),
    /// Nothing.
    Nothing,
}

impl Manifest {
    /// The folder of the collection, if it is there.
    pub fn find() -> Result<Option<Manifest>, String> {
        collection::folder("inv").map(|root| Manifest::of(&root)).transpose()
    }

    /// A folder by its manifest or, without one, by the scripts below it.
    pub fn of(root: &Path) -> Result<Manifest, String> {
        let entries = match root.join("manifest.csv").is_file() {
            true => entries(&collection::manifest(root)?)?,
            false => scripts(root)?,
        };
        Ok(Manifest { root: root.to_path_buf(), entries })
    }
}

impl Entry {
    /// A file of which nothing is known.
    pub fn unknown(file: &str) -> Entry {
        let file = file.to_owned();
        Entry { file, expected: Expected::Nothing, is_polynomial: false, is_duplicate: false }
    }

    /// The folder that the file is in.
    pub fn folder(&self) -> &str {
        self.file.rsplit_once('/').map_or("", |(folder, _)| folder)
    }
}

impl Expected {
    /// The word of the manifest.
    pub fn word(self) -> String {
        match self {
            Expected::Known(known) => word(known).to_owned(),
            Expected::Believed(known) => format!("{}?", word(known)),
            Expected::Nothing => "unknown".to_owned(),
        }
    }
}

/// `safe` or `unsafe`.
pub fn word(known: Known) -> &'static str {
    match known {
        Known::Safe => "safe",
        Known::Unsafe => "unsafe",
    }
}

fn entries(text: &str) -> Result<Vec<Entry>, String> {
    let table = Table::read(text);
    let (files, status) = (table.column("file")?, table.column("status")?);
    let (nonlinear, duplicate) = (table.column("nonlinear")?, table.column("dup_of")?);
    let entry = |(row, file): (usize, &&str)| {
        let expected = match status[row] {
            "safe" => Expected::Known(Known::Safe),
            "unsafe" => Expected::Known(Known::Unsafe),
            "safe?" => Expected::Believed(Known::Safe),
            "unsafe?" => Expected::Believed(Known::Unsafe),
            "unknown" | "" => Expected::Nothing,
            other => return Err(format!("the manifest has a status `{other}`")),
        };
        Ok(Entry {
            file: (*file).to_owned(),
            expected,
            is_polynomial: nonlinear[row] == "1",
            is_duplicate: !duplicate[row].is_empty(),
        })
    };
    files.iter().enumerate().map(entry).collect()
}

/// All scripts below a folder, by name.
fn scripts(root: &Path) -> Result<Vec<Entry>, String> {
    let mut open = vec![root.to_path_buf()];
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        let entries = fs::read_dir(&folder)
            .map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            let is_script = path.extension().is_some_and(|end| end == "smt2" || end == "vmt");
            if path.is_dir() {
                open.push(path);
            } else if let (true, Ok(name)) = (is_script, path.strip_prefix(root)) {
                found.push(Entry::unknown(&name.display().to_string()));
            }
        }
    }
    found.sort_by(|left, right| left.file.cmp(&right.file));
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_and_what_is_believed() {
        let text = "file,status,status_source,kind,preds,nonlinear,dup_of\n\
            a/x.smt2,safe,yml,original,2,0,\n\
            a/y.smt2,unsafe?,\"a, b\",original,1,1,\n\
            b/z.smt2,unknown,,original,1,0,a/x.smt2\n";
        let entries = entries(text).unwrap();
        let expected: Vec<String> = entries.iter().map(|entry| entry.expected.word()).collect();
        assert_eq!(expected, ["safe", "unsafe?", "unknown"]);
        assert!(entries[1].is_polynomial && !entries[0].is_polynomial);
        assert!(entries[2].is_duplicate && !entries[1].is_duplicate);
        assert_eq!(entries[2].folder(), "b");
        assert!(super::entries("file,status\n").is_err());
        assert!(super::entries("file,status,nonlinear,dup_of\nx,maybe,0,\n").is_err());
    }
}
