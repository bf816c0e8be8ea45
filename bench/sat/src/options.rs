//! What the comparison is asked to do.

use std::path::PathBuf;

/// What `--help` prints.
pub const USAGE: &str = "\
usage: cargo xtask bench sat [OPTIONS] [FILE…]

Asks our solver and CaDiCaL the same: what IC3 asked while it worked on a circuit, and plain
formulas. Compares all answers; writes CSV and Markdown. Needs a C++ compiler, for CaDiCaL.
Circuits are sought in the benchmark folder ($BUTTRESS_BENCH, else ../shared/bench) and then here.

  FILE              a circuit (.aig, .aag) or a recording (.stream) to ask, a formula (.cnf, .cnf.gz)
                    to solve; without files, a fixed choice of circuits and made formulas
  --only KIND       streams or dimacs alone
  --effort N        propagations that IC3 may spend on a circuit (default 20000000)
  --unroll N        solve each named circuit as a formula too: a violation after N steps
  --timeout S       CPU seconds per formula, and per replay of a stream (default 20)
  --seed N          the seed of our solver and of the made formulas (default 0)
  --save DIR        also write the streams and formulas there
  --out DIR         where to write the tables (default bench/results)

Exit: 0 all answers agree; 1 some do not; 2 usage.
";

/// What was asked for.
#[derive(Debug)]
pub struct Options {
    /// Circuits and recordings; empty for the fixed choice.
    pub circuits: Vec<PathBuf>,
    /// Formulas; empty for the made ones.
    pub cnfs: Vec<PathBuf>,
    /// Are streams compared?
    pub streams: bool,
    /// Are formulas compared?
    pub formulas: bool,
    /// Propagations that IC3 may spend on a circuit.
    pub effort: u64,
    /// How many steps of the named circuits make a formula, if any do.
    pub unroll: Option<usize>,
    /// CPU seconds per formula or stream.
    pub timeout: f64,
    /// The seed.
    pub seed: u64,
    /// Where streams and formulas are written to.
    pub save: Option<PathBuf>,
    /// Where the tables are written to.
    pub out: PathBuf,
}

impl Options {
    /// Reads the arguments.
    pub fn parse(words: &[&str]) -> Result<Options, String> {
        let mut options = Options {
            circuits: Vec::new(),
            cnfs: Vec::new(),
            streams: true,
            formulas: true,
            effort: 20_000_000,
            unroll: None,
            timeout: 20.0,
            seed: 0,
            save: None,
            out: PathBuf::from("bench/results"),
        };
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            if !word.starts_with("--") {
                let is_formula = word.ends_with(".cnf") || word.ends_with(".cnf.gz");
                let files = if is_formula { &mut options.cnfs } else { &mut options.circuits };
                files.push(PathBuf::from(word));
                continue;
            }
            let value = *words.next().ok_or_else(|| format!("{word} wants a value"))?;
            match word {
                "--only" => match value {
                    "streams" => options.formulas = false,
                    "dimacs" => options.streams = false,
                    _ => return Err(format!("--only wants streams or dimacs, found `{value}`")),
                },
                "--effort" => options.effort = number(word, value)?,
                "--unroll" => options.unroll = Some(number(word, value)? as usize),
                "--timeout" => options.timeout = number(word, value)? as f64,
                "--seed" => options.seed = number(word, value)?,
                "--save" => options.save = Some(PathBuf::from(value)),
                "--out" => options.out = PathBuf::from(value),
                _ => return Err(format!("no such option: {word}\n\n{USAGE}")),
            }
        }
        if !options.circuits.is_empty() || !options.cnfs.is_empty() {
            options.streams &= !options.circuits.is_empty();
            options.formulas &= !options.cnfs.is_empty() || options.unroll.is_some();
        }
        Ok(options)
    }
}

fn number(option: &str, value: &str) -> Result<u64, String> {
    value.parse().map_err(|_| format!("{option} wants a whole number, found `{value}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_go_where_they_belong() {
        let options = Options::parse(&["a.aig", "b.cnf.gz", "--timeout", "3"]).unwrap();
        assert_eq!((options.circuits.len(), options.cnfs.len()), (1, 1));
        assert!(options.streams && options.formulas);
        let options = Options::parse(&["a.aig", "--unroll", "4"]).unwrap();
        assert!(options.streams && options.formulas && options.unroll == Some(4));
        let options = Options::parse(&["a.aig"]).unwrap();
        assert!(options.streams && !options.formulas);
        let options = Options::parse(&["b.cnf"]).unwrap();
        assert!(!options.streams && options.formulas);
        let options = Options::parse(&["--only", "streams"]).unwrap();
        assert!(options.streams && !options.formulas);
    }

    #[test]
    fn slips_are_told() {
        assert!(Options::parse(&["--timeout", "x"]).unwrap_err().contains("whole number"));
        assert!(Options::parse(&["--only", "x"]).unwrap_err().contains("streams or dimacs"));
        assert!(Options::parse(&["--colour", "x"]).unwrap_err().contains("no such option"));
        assert!(Options::parse(&["--out"]).unwrap_err().contains("wants a value"));
    }
}
