//! The options of `cargo xtask bench hw`.

use std::path::{Path, PathBuf};

use super::solver::{HwSolverKind, Solver};
use crate::bench::common::Common;

/// What `--help` prints.
pub const USAGE: &str = "\
usage: cargo xtask bench hw [OPTIONS] [FILE…]

Runs each file, at a CPU limit, through Buttress and each peer; compares all verdicts with the
known answers and with each other; writes CSV, Markdown and an SVG cactus plot.
Files are sought in the benchmark folder ($BUTTRESS_BENCH, else ../shared/bench) and then here.

  --list FILE       the files to run, one a line (default: the folder's lists/dev.txt)
  --all             every AIGER file of the benchmark folder
  --timeout S       CPU seconds per run (default 10)
  --engine A,B      run Buttress once per engine (default: its own default)
  --peers P,…       abc, abc=PATH, ric3=PATH
  --jobs N          runs at the same time (default 1)
  --memory MB       address space of each run (default 4096)
  --out DIR         where to write (default bench/results)
  --name NAME       the written files' name (default hw)
  --program PATH    the buttress to measure (default: a fresh build, profile dist)

Exit: 0 all well; 1 a wrong, contradicted, rejected or unchecked verdict; 2 usage.
";

/// What was asked for.
#[derive(Debug)]
pub struct Options {
    /// What other comparisons know, too.
    pub common: Common,
    /// All circuits of the corpus?
    pub all: bool,
    /// Engines to run one by one; none means the program's default.
    pub engines: Vec<String>,
    /// Peers with their programs.
    pub peers: Vec<(HwSolverKind, PathBuf)>,
}

impl Options {
    /// Reads the words after `bench hw`.
    pub fn parse(words: &[&str]) -> Result<Options, String> {
        let common = Common::new("hw", 10);
        let mut options = Options { common, all: false, engines: Vec::new(), peers: Vec::new() };
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            if word == "--all" {
                options.all = true;
                continue;
            }
            if !word.starts_with("--") {
                options.common.files.push(word.to_owned());
                continue;
            }
            let value = *words.next().ok_or_else(|| format!("{word} wants a value"))?;
            match word {
                "--engine" => options.engines = value.split(',').map(str::to_owned).collect(),
                "--peers" => {
                    options.peers = value.split(',').map(peer).collect::<Result<_, _>>()?
                }
                _ if options.common.set(word, value)? => {}
                _ => return Err(format!("no such option: {word}\n\n{USAGE}")),
            }
        }
        Ok(options)
    }

    /// Everything that is run on each file; Buttress first.
    pub fn solvers(&self, program: &Path) -> Vec<Solver> {
        let ours = |engine: Option<&String>| Solver {
            name: engine.map_or("buttress".to_owned(), |engine| format!("buttress-{engine}")),
            program: program.to_path_buf(),
            kind: HwSolverKind::Buttress { engine: engine.cloned() },
        };
        let mut solvers: Vec<Solver> = match self.engines.as_slice() {
            [] => vec![ours(None)],
            engines => engines.iter().map(|engine| ours(Some(engine))).collect(),
        };
        solvers.extend(self.peers.iter().map(|(kind, program)| Solver {
            name: kind.word().to_owned(),
            program: program.clone(),
            kind: kind.clone(),
        }));
        solvers
    }
}

fn peer(word: &str) -> Result<(HwSolverKind, PathBuf), String> {
    match word.split_once('=') {
        None if word == "abc" => Ok((HwSolverKind::Abc, PathBuf::from("berkeley-abc"))),
        Some(("abc", path)) => Ok((HwSolverKind::Abc, PathBuf::from(path))),
        Some(("ric3", path)) => Ok((HwSolverKind::Ric3, PathBuf::from(path))),
        _ => Err(format!("no such peer: {word} (abc, abc=PATH or ric3=PATH)")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_options() {
        let words =
            ["--timeout", "4", "--peers", "abc,ric3=bin/ric3", "--engine", "fsis,ic3", "a.aig"];
        let options = Options::parse(&words).unwrap();
        assert_eq!(
            (options.common.timeout, options.common.files.as_slice()),
            (4, ["a.aig".to_owned()].as_slice())
        );
        let solvers = options.solvers(Path::new("buttress"));
        let names: Vec<&str> = solvers.iter().map(|solver| solver.name.as_str()).collect();
        assert_eq!(names, ["buttress-fsis", "buttress-ic3", "abc", "ric3"]);
    }

    #[test]
    fn slips_are_told() {
        assert!(Options::parse(&["--timeout", "none"]).unwrap_err().contains("whole number"));
        assert!(Options::parse(&["--jobs", "0"]).unwrap_err().contains("above 0"));
        assert!(Options::parse(&["--peers", "nuxmv"]).unwrap_err().contains("no such peer"));
        assert!(Options::parse(&["--colour", "x"]).unwrap_err().contains("no such option"));
        assert!(Options::parse(&["--list"]).unwrap_err().contains("wants a value"));
    }
}
