//! The options of `cargo xtask bench hw`.

use std::path::{Path, PathBuf};

use super::solver::{HwSolverKind, Solver};
use crate::bench::common::{Common, number};

/// What `--help` prints.
pub const USAGE: &str = "\
usage: cargo xtask bench hw [OPTIONS] [FILE…]

Runs each file, at a CPU limit, through Buttress and each peer; compares all verdicts with the
known answers and with each other; writes CSV, Markdown and an SVG cactus plot.
Files are sought in the benchmark folder ($BUTTRESS_BENCH, else ../shared/bench) and then here.

abc reads latches without initial values as zero, and ic3ref is wrong about some of these and about
constraints: they are given the same question without (the report names the files).

  --list FILE       the files to run, one a line (default: the folder's lists/dev.txt)
  --all             every AIGER file of the benchmark folder
  --sample N        so many files of the folder with one property that are not on its lists/dev.txt
  --seed S          which ones (default 1)
  --multi           files with several properties, and how many of these are decided; by default
                    all of the folder; with --sample so many of them. Peers: abc alone (pdr -a)
  --timeout S       CPU seconds per run (default 10)
  --engine A,B      run Buttress once per engine (default: its own default)
  --peers P,…       abc, abc=PATH, ric3=PATH, ic3ref=PATH
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
    /// So many of the files that are not on the development list.
    pub sample: Option<usize>,
    /// Which ones.
    pub seed: u64,
    /// Files with several properties, which are counted?
    pub multi: bool,
    /// Engines to run one by one; none means the program's default.
    pub engines: Vec<String>,
    /// Peers with their programs.
    pub peers: Vec<(HwSolverKind, PathBuf)>,
}

impl Options {
    /// Reads the words after `bench hw`.
    pub fn parse(words: &[&str]) -> Result<Options, String> {
        let mut options = Options {
            common: Common::new("hw", 10),
            all: false,
            sample: None,
            seed: 1,
            multi: false,
            engines: Vec::new(),
            peers: Vec::new(),
        };
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            if ["--all", "--multi"].contains(&word) {
                let wanted = if word == "--all" { &mut options.all } else { &mut options.multi };
                *wanted = true;
                continue;
            }
            if !word.starts_with("--") {
                options.common.files.push(word.to_owned());
                continue;
            }
            let value = *words.next().ok_or_else(|| format!("{word} wants a value"))?;
            match word {
                "--sample" => options.sample = Some(number(word, value)? as usize),
                "--seed" => options.seed = number(word, value)?,
                "--engine" => options.engines = value.split(',').map(str::to_owned).collect(),
                "--peers" => {
                    options.peers = value.split(',').map(peer).collect::<Result<_, _>>()?
                }
                _ if options.common.set(word, value)? => {}
                _ => return Err(format!("no such option: {word}\n\n{USAGE}")),
            }
        }
        let cannot_count = |(kind, _): &&(HwSolverKind, PathBuf)| *kind != HwSolverKind::Abc;
        match options.peers.iter().find(cannot_count) {
            Some((kind, _)) if options.multi => {
                Err(format!("{} answers for one property only; without --multi", kind.word()))
            }
            _ => Ok(options),
        }
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
        Some(("ic3ref", path)) => Ok((HwSolverKind::Ic3ref, PathBuf::from(path))),
        _ => Err(format!("no such peer: {word} (abc, abc=PATH, ric3=PATH or ic3ref=PATH)")),
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
        assert_eq!((options.sample, options.multi), (None, false));
        let solvers = options.solvers(Path::new("buttress"));
        let names: Vec<&str> = solvers.iter().map(|solver| solver.name.as_str()).collect();
        assert_eq!(names, ["buttress-fsis", "buttress-ic3", "abc", "ric3"]);
    }

    #[test]
    fn samples_and_properties_are_asked_for() {
        let words = ["--sample", "120", "--seed", "7", "--peers", "abc,ic3ref=bin/IC3"];
        let options = Options::parse(&words).unwrap();
        assert_eq!((options.sample, options.seed), (Some(120), 7));
        assert_eq!(options.peers[1], (HwSolverKind::Ic3ref, PathBuf::from("bin/IC3")));
        assert!(Options::parse(&["--multi", "--peers", "abc"]).unwrap().multi);
        let slip = Options::parse(&["--multi", "--peers", "ric3=x"]).unwrap_err();
        assert!(slip.contains("ric3 answers for one property only"), "{slip}");
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
