//! The options of `cargo xtask bench smt`.

use super::manifest::Entry;
use super::solver::Peer;
use crate::bench::common::{Common, number};

/// What `--help` prints.
pub const USAGE: &str = "\
usage: cargo xtask bench smt [OPTIONS] [FILE…]

Runs each file, at a CPU limit, through Buttress and each peer; compares all answers with the
expected ones and with each other; writes CSV, Markdown and an SVG cactus plot.
Files are sought in the benchmark folder ($BUTTRESS_BENCH, else ../shared/bench) and then here.

  --apf             the files listed as being in an array property fragment; this makes the limit 10 s,
                    the peers z3 and cvc5 and the name apf, unless others are given, and counts by folder
  --logic P,…       files that need these logics, with * (default QF_*; with --apf, all)
  --folder P,…      files in these folders of the collection, with * (default: all)
  --list FILE       the files to run, one a line
  --every N         every N-th file of the selection only
  --timeout S       CPU seconds per run (default 20)
  --peers P,…       of z3, yices, cvc5, each also as NAME=PATH (default: all three); none for none
  --jobs N          runs at the same time (default 1)
  --memory MB       address space of each run (default 4096)
  --out DIR         where to write (default bench/results)
  --name NAME       the written files' name (default smt)
  --program PATH    the buttress to measure (default: a fresh build, profile dist)

Exit: 0 all well; 1 a wrong, contradicted, rejected or unchecked answer; 2 usage.
";

/// What was asked for.
#[derive(Debug)]
pub struct Options {
    /// What other comparisons know, too.
    pub common: Common,
    /// Only files of the array property fragments?
    pub is_apf: bool,
    /// Patterns of logics.
    pub logics: Vec<String>,
    /// Patterns of folders.
    pub folders: Vec<String>,
    /// Only every so many files.
    pub every: usize,
    /// Who else runs.
    pub peers: Vec<Peer>,
}

impl Options {
    /// Reads the words after `bench smt`.
    pub fn parse(words: &[&str]) -> Result<Options, String> {
        let is_apf = words.contains(&"--apf");
        let mut options = Options {
            common: if is_apf { Common::new("apf", 10) } else { Common::new("smt", 20) },
            is_apf,
            logics: vec![if is_apf { "*" } else { "QF_*" }.to_owned()],
            folders: vec!["*".to_owned()],
            every: 1,
            peers: if is_apf { Peer::with_quantifiers() } else { Peer::all() },
        };
        let mut words = words.iter().filter(|word| **word != "--apf");
        while let Some(&word) = words.next() {
            if !word.starts_with("--") {
                options.common.files.push(word.to_owned());
                continue;
            }
            let value = *words.next().ok_or_else(|| format!("{word} wants a value"))?;
            let parts = || value.split(',').map(str::to_owned).collect();
            match word {
                "--logic" => options.logics = parts(),
                "--folder" => options.folders = parts(),
                "--every" => options.every = number(word, value)? as usize,
                "--peers" if value == "none" => options.peers = Vec::new(),
                "--peers" => {
                    options.peers = value.split(',').map(Peer::parse).collect::<Result<_, _>>()?;
                }
                _ if options.common.set(word, value)? => {}
                _ => return Err(format!("no such option: {word}\n\n{USAGE}")),
            }
        }
        Ok(options)
    }

    /// Is this file one of those to run?
    pub fn selects(&self, entry: &Entry) -> bool {
        self.logics.iter().any(|pattern| fits(pattern, &entry.logic))
            && (!self.is_apf || entry.is_array_property())
            && self.folders.iter().any(|pattern| fits(pattern, entry.folder()))
    }
}

/// Does the text fit the pattern, in which each * stands for any text?
fn fits(pattern: &str, text: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else { return pattern == text };
    let Some(text) = text.strip_prefix(head) else { return false };
    text.char_indices()
        .map(|(at, _)| at)
        .chain([text.len()])
        .any(|at| fits(rest, text.get(at..).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_chosen_by_logic_and_folder() {
        let options = Options::parse(&["--logic", "QF_A*,QF_UF", "--folder", "QF_*"]).unwrap();
        let selects = |file: &str, logic: &str| {
            let logic = logic.to_owned();
            options.selects(&Entry { logic, ..Entry::unknown(file) })
        };
        assert!(selects("QF_AX/a.smt2", "QF_AX") && selects("QF_UF/a.smt2", "QF_UF"));
        assert!(!selects("QF_UFLIA/a.smt2", "QF_UFLIA"));
        assert!(!selects("incremental/a.smt2", "QF_AX"));
    }

    #[test]
    fn array_properties_have_their_own_defaults() {
        let options = Options::parse(&["--timeout", "3", "--apf"]).unwrap();
        let Common { timeout, name, .. } = &options.common;
        assert_eq!((*timeout, name.as_str(), options.peers.len()), (3, "apf", 2));
        let entry = |fragment: &str| Entry {
            logic: "ALIA".to_owned(),
            fragment: fragment.to_owned(),
            ..Entry::unknown("ALIA/a.smt2")
        };
        assert!(options.selects(&entry("APF-Z")) && !options.selects(&entry("OUT:i+1")));
        assert!(!Options::parse(&[]).unwrap().selects(&entry("APF-Z")));
    }

    #[test]
    fn slips_are_told() {
        assert!(Options::parse(&["--timeout", "none"]).unwrap_err().contains("whole number"));
        assert!(Options::parse(&["--peers", "veriT"]).unwrap_err().contains("no such peer"));
        assert!(Options::parse(&["--colour", "x"]).unwrap_err().contains("no such option"));
        assert!(Options::parse(&["--list"]).unwrap_err().contains("wants a value"));
        assert!(Options::parse(&["--peers", "none"]).unwrap().peers.is_empty());
    }
}
