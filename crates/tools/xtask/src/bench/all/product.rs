//! The products: what is run, on which files, and when an answer is right.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::super::collection::{self, Table};
use super::super::pi::{programs, stripped};
use super::list;
use crate::measure::Measured;

/// What is sold under one name.
pub struct Product {
    /// Its name.
    pub name: &'static str,
    /// CPU seconds for a file.
    pub seconds: u64,
    /// Files on its list.
    pub size: usize,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Circuits,
    QuantifierFree,
    ArrayProperties,
    Systems,
    Programs,
    Stripped,
}

/// All of them. Sizes and limits add up to about a quarter of an hour on two cores at most.
pub const PRODUCTS: &[Product] = &[
    Product { name: "hardware", seconds: 5, size: 50, kind: Kind::Circuits },
    Product { name: "formulas", seconds: 3, size: 90, kind: Kind::QuantifierFree },
    Product { name: "arrays", seconds: 3, size: 70, kind: Kind::ArrayProperties },
    Product { name: "numbers", seconds: 5, size: 50, kind: Kind::Systems },
    Product { name: "programs", seconds: 5, size: 60, kind: Kind::Programs },
    Product { name: "stripped", seconds: 5, size: 40, kind: Kind::Stripped },
];

/// A file to run.
pub struct Job {
    /// Its name on the list.
    pub name: String,
    /// Where it is, or a changed copy of it.
    pub path: PathBuf,
    /// The known answer; empty if none is known.
    expected: String,
}

/// The files of a product.
pub struct Chosen {
    /// The files.
    pub jobs: Vec<Job>,
    /// Did examples take the place of the benchmark folder?
    pub is_small: bool,
}

/// How an answer is to be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It agrees with what is known; or nothing is known.
    Right,
    /// It does not, or the program has failed.
    Wrong,
    /// There is none.
    Unknown,
}

impl Answer {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Answer::Right => "solved",
            Answer::Wrong => "WRONG",
            Answer::Unknown => "unknown",
        }
    }
}

impl Product {
    /// The files of its list; the examples if the benchmark folder is missing.
    pub fn jobs(&self, root: &Path) -> Result<Chosen, String> {
        let (names, folder, is_small) = match self.folder() {
            Some(folder) => (list::read(root, self)?, folder, false),
            None => {
                println!("NOTE: {}: no benchmark folder, so the examples are run", self.name);
                let (names, folder) = self.examples(root)?;
                (names, folder, true)
            }
        };
        let expected = if is_small { BTreeMap::new() } else { self.expected(&folder)? };
        let mut jobs = Vec::new();
        for (number, name) in names.into_iter().enumerate() {
            let mut path = folder.join(&name);
            if !path.is_file() {
                return Err(format!("no such file: {}", path.display()));
            }
            if self.kind == Kind::Stripped {
                match bare(&path, number)? {
                    Some(bare) => path = bare,
                    None => continue,
                }
            }
            let expected = expected.get(&name).cloned().unwrap_or_default();
            jobs.push(Job { name, path, expected });
        }
        Ok(Chosen { jobs, is_small })
    }

    /// The names of all files that its list is drawn from.
    pub fn candidates(&self) -> Result<Vec<String>, String> {
        let folder = self.folder().ok_or("no benchmark folder; set BUTTRESS_BENCH")?;
        if matches!(self.kind, Kind::Programs | Kind::Stripped) {
            let all = programs(&folder)?.into_iter();
            let has_loops = |path: &Path| {
                let text = fs::read(path).unwrap_or_default();
                stripped(&String::from_utf8_lossy(&text)).is_some()
            };
            let is_wanted =
                |(_, path): &(String, PathBuf)| self.kind == Kind::Programs || has_loops(path);
            return Ok(all.filter(is_wanted).map(|(name, _)| name).collect());
        }
        let table = Table::read(&collection::manifest(&folder)?);
        let files = table.column("file")?;
        let is_listed: Vec<bool> = match self.kind {
            Kind::Circuits => {
                table.column("format")?.iter().map(|it| it.starts_with("aiger")).collect()
            }
            Kind::QuantifierFree => {
                table.column("feature_logic")?.iter().map(|it| it.starts_with("QF_")).collect()
            }
            Kind::ArrayProperties => {
                table.column("apf")?.iter().map(|it| it.starts_with("APF")).collect()
            }
            _ => table.column("dup_of")?.iter().map(|it| it.is_empty()).collect(),
        };
        let listed = files.iter().zip(is_listed).filter(|(_, is_listed)| *is_listed);
        Ok(listed.map(|(file, _)| (*file).to_owned()).collect())
    }

    /// What is typed after the name of the program.
    pub fn arguments(&self, file: &Path, clock: u64) -> Vec<String> {
        let (file, clock) = (file.display().to_string(), clock.to_string());
        let words: &[&str] = match self.kind {
            Kind::Circuits | Kind::Systems => {
                &["prove", &file, "-q", "--threads", "1", "--timeout", &clock]
            }
            Kind::QuantifierFree | Kind::ArrayProperties => &["solve", &file, "--timeout", &clock],
            Kind::Programs | Kind::Stripped => {
                &["prove", &file, "-q", "--threads", "1", "--no-cache", "--timeout", &clock]
            }
        };
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    /// How the answer to a file is to be taken.
    pub fn answer(&self, measured: &Measured, job: &Job) -> Answer {
        let Measured { code, output, .. } = measured;
        match (self.kind, code) {
            // A limit outside of the program has ended it.
            (_, None) => Answer::Unknown,
            (_, Some(4 | 101 | 134 | 139)) => Answer::Wrong,
            (Kind::QuantifierFree | Kind::ArrayProperties, _) => of_script(output, &job.expected),
            (Kind::Stripped, Some(0)) => Answer::Right,
            // What a program says without its annotations is no answer about the program.
            (Kind::Stripped, _) => Answer::Unknown,
            (Kind::Programs, Some(0 | 1)) => Answer::Right,
            (_, Some(0)) => of_safety("safe", &job.expected),
            (_, Some(1)) => of_safety("unsafe", &job.expected),
            _ => Answer::Unknown,
        }
    }

    /// Its folder of the collection, if it is there.
    fn folder(&self) -> Option<PathBuf> {
        match self.kind {
            Kind::Circuits => collection::folder("hw"),
            Kind::QuantifierFree | Kind::ArrayProperties => collection::folder("smt"),
            Kind::Systems => collection::folder("inv"),
            Kind::Programs | Kind::Stripped => collection::programs(),
        }
    }

    /// The names of the examples that are of this kind, and their folder.
    fn examples(&self, root: &Path) -> Result<(Vec<String>, PathBuf), String> {
        let name = match self.kind {
            Kind::Circuits => "hardware",
            Kind::QuantifierFree | Kind::ArrayProperties => "formulas",
            Kind::Systems => "numbers",
            Kind::Programs | Kind::Stripped => "programs",
        };
        let folder = root.join("examples").join(name);
        let entries = fs::read_dir(&folder)
            .map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
        let files = entries.flatten().filter(|entry| entry.path().is_file());
        let names = files.filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<String> = names.filter(|name| !name.ends_with(".md")).collect();
        names.sort();
        Ok((names, folder))
    }

    /// The known answers.
    fn expected(&self, folder: &Path) -> Result<BTreeMap<String, String>, String> {
        let column = match self.kind {
            Kind::Circuits | Kind::QuantifierFree | Kind::ArrayProperties => "expected",
            Kind::Systems => "status",
            Kind::Programs | Kind::Stripped => return Ok(BTreeMap::new()),
        };
        let table = Table::read(&collection::manifest(folder)?);
        let (files, expected) = (table.column("file")?, table.column(column)?);
        let pairs = files.iter().zip(expected);
        Ok(pairs.map(|(file, expected)| ((*file).to_owned(), expected.to_owned())).collect())
    }
}

/// Where changed copies lie while they are run.
fn copies() -> PathBuf {
    std::env::temp_dir().join(format!("buttress-bare-{}", std::process::id()))
}

/// Removes the changed copies.
pub fn remove_copies() {
    // They lie in the temporary folder; nothing depends on their going away.
    let _ = fs::remove_dir_all(copies());
}

/// A copy of a program without loop annotations; none if it has no loops.
fn bare(path: &Path, number: usize) -> Result<Option<PathBuf>, String> {
    let bytes =
        fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let Some((text, _)) = stripped(&String::from_utf8_lossy(&bytes)) else { return Ok(None) };
    let folder = copies();
    let bare = folder.join(format!("{number}.pi"));
    fs::create_dir_all(&folder)
        .and_then(|()| fs::write(&bare, text))
        .map_err(|error| format!("cannot write {}: {error}", bare.display()))?;
    Ok(Some(bare))
}

/// What is only believed (`safe?`) makes nothing wrong.
fn of_safety(said: &str, expected: &str) -> Answer {
    match expected {
        "safe" | "unsafe" if expected != said => Answer::Wrong,
        _ => Answer::Right,
    }
}

/// Every check must be answered, and no answer may differ from what is expected.
fn of_script(output: &str, expected: &str) -> Answer {
    let said: Vec<&str> =
        output.lines().filter(|line| matches!(*line, "sat" | "unsat" | "unknown")).collect();
    let expected: Vec<&str> = expected.split(',').map(str::trim).collect();
    let differs = |(said, expected): (&&str, &&str)| {
        matches!((*said, *expected), ("sat", "unsat") | ("unsat", "sat"))
    };
    match () {
        () if said.iter().zip(&expected).any(differs) => Answer::Wrong,
        () if said.is_empty() || said.contains(&"unknown") => Answer::Unknown,
        () => Answer::Right,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_compared_with_what_is_known() {
        assert_eq!(of_safety("safe", "safe"), Answer::Right);
        assert_eq!(of_safety("safe", "unsafe"), Answer::Wrong);
        assert_eq!(of_safety("safe", "unsafe?"), Answer::Right);
        assert_eq!(of_script("sat\nunsat\n", "sat,unsat"), Answer::Right);
        assert_eq!(of_script("sat\nsat\n", "sat, unsat"), Answer::Wrong);
        assert_eq!(of_script("sat\nunknown\n", "sat,unsat"), Answer::Unknown);
        assert_eq!(of_script("", "sat"), Answer::Unknown);
        assert_eq!(of_script("unsat\n", "unknown"), Answer::Right);
    }

    #[test]
    fn the_short_lists_take_a_quarter_of_an_hour_on_two_cores() {
        let most: u64 = PRODUCTS.iter().map(|product| product.seconds * product.size as u64).sum();
        assert!(most <= 2 * 15 * 60, "{most}");
    }
}
