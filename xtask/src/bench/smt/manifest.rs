//! The formulas of the benchmark folder, and what is known of them.

use std::path::{Path, PathBuf};
use std::{env, fs};

use super::Answer;

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
    pub expected: Vec<Answer>,
}

impl Manifest {
    /// The folder named by `BUTTRESS_BENCH`, else `../shared/bench` beside the repository.
    pub fn find() -> Result<Option<Manifest>, String> {
        let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let bench = match env::var_os("BUTTRESS_BENCH") {
            Some(folder) => PathBuf::from(folder),
            None => repository.join("../shared/bench"),
        };
        let root = bench.join("smt");
        let path = root.join("manifest.csv");
        if !path.is_file() {
            return Ok(None);
        }
        let text = fs::read_to_string(&path)
            .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        Ok(Some(Manifest { root, entries: entries(&text)? }))
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
    let mut rows = text.lines();
    let header = rows.next().map(fields).unwrap_or_default();
    let column = |name: &str| {
        let found = header.iter().position(|field| field == name);
        found.ok_or_else(|| format!("the manifest has no column `{name}`"))
    };
    let (file, expected, logic) = (column("file")?, column("expected")?, column("feature_logic")?);
    // Lists of quantifier-free files need not have it.
    let fragment = column("apf").ok();
    let rows = rows.filter(|row| !row.trim().is_empty()).map(|row| {
        let fields = fields(row);
        let field = |column: usize| fields.get(column).cloned().unwrap_or_default();
        let answers = field(expected);
        let answers = answers.split(',').filter(|word| !word.trim().is_empty());
        let answers = answers.map(|word| Answer::of(word).unwrap_or(Answer::Unknown));
        let fragment = fragment.map(field).unwrap_or_default();
        Entry { file: field(file), logic: field(logic), fragment, expected: answers.collect() }
    });
    Ok(rows.collect())
}

/// The fields of a CSV row; a quoted field may hold commas.
pub fn fields(row: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut is_quoted = false;
    for letter in row.trim_end().chars() {
        match (letter, fields.last_mut()) {
            ('"', _) => is_quoted = !is_quoted,
            (',', _) if !is_quoted => fields.push(String::new()),
            (letter, Some(field)) => field.push(letter),
            (_, None) => {}
        }
    }
    fields
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
        assert_eq!(entries[0].expected, [Answer::Unsat]);
        assert_eq!(entries[1].expected, [Answer::Sat, Answer::Unknown, Answer::Unsat]);
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
