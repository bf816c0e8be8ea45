//! The options of `cargo xtask bench inv`.

use std::path::PathBuf;

use super::manifest::Entry;
use crate::bench::common::{Common, number};

/// What `--help` prints.
pub const USAGE: &str = "\
usage: cargo xtask bench inv [OPTIONS] [FILE…]

Runs each system, at a CPU limit, through Buttress and Z3's Spacer; compares all verdicts with what is
known and with each other; writes CSV, Markdown and an SVG cactus plot. Files are sought in the
benchmark folder ($BUTTRESS_BENCH, else ../shared/bench; there, inv) and then here; without a selection, all of
the folder are run that do not repeat another.

  --list FILE       the files to run, one a line (bench/lists/inv-dev.txt: some of each folder)
  --dir DIR         another folder, with or without a manifest.csv
  --folder NAME,…   files in these folders of the collection only
  --linear          files without products of variables only
  --polynomial      files with products of variables only
  --sample N        so many files, spread over folders and sizes
  --seed S          which ones (default 0)
  --print           print the selected files' names, and run nothing
  --timeout S       CPU seconds per run (default 20)
  --clock N         seconds by the clock for each CPU second; more where others run too (default 3)
  --engine A,B      run Buttress once per engine (default: its own default)
  --peers P,…       z3, z3=PATH, or none (default z3)
  --jobs N          files at the same time (default 1)
  --memory MB       address space of each run (default 4096)
  --out DIR         where to write (default bench/results)
  --name NAME       the written files' name (default inv)
  --program PATH    the buttress to measure, or none (default: a fresh build, profile dist)

Exit: 0 all well; 1 a wrong, contradicted, rejected or unchecked verdict of ours; 2 usage.
";

/// What was asked for.
#[derive(Debug)]
pub struct Options {
    /// What other comparisons know, too.
    pub common: Common,
    /// Another folder than the usual one.
    pub dir: Option<PathBuf>,
    /// Only these folders; all if there is none.
    pub folders: Vec<String>,
    /// Only files with products of variables, or only files without.
    pub polynomial: Option<bool>,
    /// So many files.
    pub sample: Option<usize>,
    /// Which ones.
    pub seed: u64,
    /// Print names only.
    pub print: bool,
    /// Seconds by the clock for each CPU second.
    pub clock: u64,
    /// Engines to run one by one; none means the program's default.
    pub engines: Vec<String>,
    /// Who else runs.
    pub peers: Vec<String>,
}

impl Options {
    /// Reads the words after `bench inv`.
    pub fn parse(words: &[&str]) -> Result<Options, String> {
        let mut options = Options {
            common: Common::new("inv", 20),
            dir: None,
            folders: Vec::new(),
            polynomial: None,
            sample: None,
            seed: 0,
            print: false,
            clock: 3,
            engines: Vec::new(),
            peers: vec!["z3".to_owned()],
        };
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            match word {
                "--print" => options.print = true,
                "--linear" => options.polynomial = Some(false),
                "--polynomial" => options.polynomial = Some(true),
                _ if !word.starts_with("--") => options.common.files.push(word.to_owned()),
                _ => {
                    let value = *words.next().ok_or_else(|| format!("{word} wants a value"))?;
                    options.set(word, value)?;
                }
            }
        }
        Ok(options)
    }

    fn set(&mut self, word: &str, value: &str) -> Result<(), String> {
        let parts = || value.split(',').map(str::to_owned).collect();
        match word {
            "--dir" => self.dir = Some(PathBuf::from(value)),
            "--folder" => self.folders = parts(),
            "--sample" => self.sample = Some(number(word, value)? as usize),
            "--seed" => {
                self.seed = value.parse().map_err(|_| format!("{word} wants a whole number"))?;
            }
            "--clock" => self.clock = number(word, value)?,
            "--engine" => self.engines = parts(),
            "--peers" if value == "none" => self.peers = Vec::new(),
            "--peers" => self.peers = parts(),
            _ if self.common.set(word, value)? => {}
            _ => return Err(format!("no such option: {word}\n\n{USAGE}")),
        }
        Ok(())
    }

    /// Is this file one of those to run?
    pub fn selects(&self, entry: &Entry) -> bool {
        let is_in = |folder: &String| entry.folder() == folder;
        !entry.is_duplicate
            && (self.folders.is_empty() || self.folders.iter().any(is_in))
            && self.polynomial.is_none_or(|polynomial| entry.is_polynomial == polynomial)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_chosen_by_folder_and_kind() {
        let options = Options::parse(&["--folder", "a,b", "--polynomial"]).unwrap();
        let entry = |file: &str| Entry { is_polynomial: true, ..Entry::unknown(file) };
        assert!(options.selects(&entry("a/x.smt2")) && options.selects(&entry("b/x.smt2")));
        assert!(!options.selects(&entry("c/x.smt2")));
        assert!(!options.selects(&Entry::unknown("a/x.smt2")));
        let copy = Entry { is_duplicate: true, ..entry("a/x.smt2") };
        assert!(!options.selects(&copy));
    }

    #[test]
    fn slips_are_told() {
        assert!(Options::parse(&["--timeout", "none"]).unwrap_err().contains("whole number"));
        assert!(Options::parse(&["--colour", "x"]).unwrap_err().contains("no such option"));
        assert!(Options::parse(&["--list"]).unwrap_err().contains("wants a value"));
        assert!(Options::parse(&["--peers", "none"]).unwrap().peers.is_empty());
    }
}
