//! The benchmark folder: where it is, which files it has, and what is known of them.
//!
//! Where it is absent, tests read the small corpus of the repository instead (`bench/corpus`: the examples, and what once went wrong), so that no
//! test is vacuous; one test says so.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fmt, fs, io};

/// The known answer for a file: does any of its properties fail?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// No bad signal can become true.
    Safe,
    /// Some bad signal can.
    Unsafe,
}

/// A row of the manifest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The path below the corpus folder.
    pub file: String,
    /// `aiger`, `aiger1.9`, `btor2`, …
    pub format: String,
    /// How many safety properties it has: its bad signals, or its outputs if it lists none.
    pub properties: usize,
    /// What is known, if anything is.
    pub known: Option<Known>,
}

/// The hardware part of the benchmark folder.
#[derive(Clone, Debug)]
pub struct Corpus {
    root: PathBuf,
}

/// Why the corpus could not be read.
#[derive(Debug)]
pub enum CorpusError {
    /// A file could not be read.
    Read(PathBuf, io::Error),
    /// A manifest row is not understood.
    Row {
        /// The line in the manifest, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
}

impl fmt::Display for CorpusError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CorpusError::Read(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            CorpusError::Row { line, what } => write!(f, "manifest line {line}: {what}"),
        }
    }
}

impl std::error::Error for CorpusError {}

/// A part (`hw`, `smt`, `pi`) of the folder named by `BUTTRESS_BENCH`, else of `../shared/bench` beside the repository, if it is there.
pub fn benchmarks(part: &str) -> Option<PathBuf> {
    let bench = match env::var_os("BUTTRESS_BENCH") {
        Some(folder) => PathBuf::from(folder),
        None => repository().join("../shared/bench"),
    };
    Some(bench.join(part)).filter(|folder| folder.is_dir())
}

/// The folders with the scripts of the small corpus.
pub fn small_scripts() -> [PathBuf; 2] {
    ["examples/formulas", "fuzz/kept"].map(|folder| repository().join(folder))
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

impl Corpus {
    /// The hardware part of the benchmark folder, or of the small corpus.
    pub fn find() -> Option<Corpus> {
        benchmarks("hw").and_then(|folder| Corpus::at(&folder)).or_else(Corpus::of_repository)
    }

    /// The small corpus of the repository.
    pub fn of_repository() -> Option<Corpus> {
        Corpus::at(&repository().join("bench/corpus/hw"))
    }

    /// The corpus in this folder, if it has a manifest.
    pub fn at(root: &Path) -> Option<Corpus> {
        root.join("manifest.csv").is_file().then(|| Corpus { root: root.to_path_buf() })
    }

    /// The folder that manifest paths start from.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// All rows of the manifest.
    pub fn entries(&self) -> Result<Vec<Entry>, CorpusError> {
        parse_manifest(&self.read("manifest.csv")?)
    }

    /// The known answers by file.
    pub fn known(&self) -> Result<BTreeMap<String, Known>, CorpusError> {
        let known = |entry: Entry| entry.known.map(|known| (entry.file, known));
        Ok(self.entries()?.into_iter().filter_map(known).collect())
    }

    /// The files named in `lists/NAME.txt`, one a line.
    pub fn list(&self, name: &str) -> Result<Vec<String>, CorpusError> {
        let text = self.read(&format!("lists/{name}.txt"))?;
        let lines = text.lines().map(str::trim);
        Ok(lines.filter(|line| !line.is_empty()).map(str::to_owned).collect())
    }

    fn read(&self, name: &str) -> Result<String, CorpusError> {
        let path = self.root.join(name);
        fs::read_to_string(&path).map_err(|error| CorpusError::Read(path, error))
    }
}

fn parse_manifest(text: &str) -> Result<Vec<Entry>, CorpusError> {
    let mut rows = text.lines().enumerate();
    let header = rows.next().map(|(_, row)| fields(row)).unwrap_or_default();
    let column = |name: &str| {
        let found = header.iter().position(|field| field == name);
        found.ok_or_else(|| CorpusError::Row { line: 1, what: format!("no column `{name}`") })
    };
    let (file, format, expected) = (column("file")?, column("format")?, column("expected")?);
    let (outputs, bads) = (column("outputs")?, column("bad")?);
    let mut entries = Vec::new();
    for (index, row) in rows.filter(|(_, row)| !row.trim().is_empty()) {
        let fields = fields(row);
        let field = |column: usize| fields.get(column).map_or("", String::as_str);
        let known = match field(expected) {
            "" => None,
            "safe" => Some(Known::Safe),
            "unsafe" => Some(Known::Unsafe),
            other => {
                let what = format!("expected `safe`, `unsafe` or nothing, found `{other}`");
                return Err(CorpusError::Row { line: index + 1, what });
            }
        };
        let count = |column: usize| match field(column) {
            "" => Ok(0),
            number => number.parse::<usize>().map_err(|_| {
                let what = format!("expected a number, found `{number}`");
                CorpusError::Row { line: index + 1, what }
            }),
        };
        let (outputs, bads) = (count(outputs)?, count(bads)?);
        let properties = if bads > 0 { bads } else { outputs };
        let (file, format) = (field(file).to_owned(), field(format).to_owned());
        entries.push(Entry { file, format, properties, known });
    }
    Ok(entries)
}

/// The fields of a CSV row; a quoted field may hold commas and doubled quotes.
fn fields(row: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    let mut characters = row.trim_end().chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if quoted && characters.peek() == Some(&'"') => {
                characters.next();
                push(&mut fields, '"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            _ => push(&mut fields, character),
        }
    }
    fields
}

fn push(fields: &mut [String], character: char) {
    if let Some(field) = fields.last_mut() {
        field.push(character);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str = "file,format,outputs,bad,expected,expected_source\n\
        a/one.aig,aiger,1,0,safe,\"a table, numbered \"\"3\"\"\"\n\
        a/two.aig,aiger1.9,4,2,unsafe,trace\n\
        b/three.btor2,btor2,,,,\n";

    #[test]
    fn rows_and_answers_are_read() {
        let entries = parse_manifest(MANIFEST).unwrap();
        let known: Vec<_> = entries.iter().map(|entry| entry.known).collect();
        assert_eq!(known, [Some(Known::Safe), Some(Known::Unsafe), None]);
        assert_eq!(entries[1].file, "a/two.aig");
        assert_eq!(entries.iter().map(|entry| entry.properties).collect::<Vec<_>>(), [1, 2, 0]);
        assert_eq!(entries[2].format, "btor2");
        assert_eq!(fields("x,\"a, \"\"b\"\"\",,y"), ["x", "a, \"b\"", "", "y"]);
    }

    #[test]
    fn a_word_that_is_no_answer_is_refused() {
        let damaged = MANIFEST.replace("unsafe", "perhaps");
        let message = parse_manifest(&damaged).unwrap_err().to_string();
        assert_eq!(
            message,
            "manifest line 3: expected `safe`, `unsafe` or nothing, found `perhaps`"
        );
        assert!(parse_manifest("file,format\n").is_err());
    }

    #[test]
    fn both_corpora_are_read_where_they_are() {
        let small = Corpus::of_repository().expect("the small corpus is part of the repository");
        if benchmarks("hw").is_none() {
            eprintln!("no benchmark folder (BUTTRESS_BENCH): tests read the small corpus");
        }
        for corpus in Corpus::find().into_iter().chain([small]) {
            let entries = corpus.entries().unwrap();
            assert!(entries.iter().any(|entry| entry.known == Some(Known::Safe)));
            for file in corpus.list("dev").unwrap() {
                let is_listed = entries.iter().any(|entry| entry.file == file);
                assert!(is_listed, "{file} is not in the manifest");
            }
        }
    }
}
