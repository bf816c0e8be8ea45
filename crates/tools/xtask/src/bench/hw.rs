//! `cargo xtask bench hw`: circuits through Buttress and its peers, at a CPU limit.
//!
//! Every verdict is compared with the known answer and with every other verdict on the same
//! file. Only CPU seconds count, as the kernel measured them; wall time is not stable on
//! shared machines.

mod multi;
mod options;
mod report;
mod solver;

use std::path::{Path, PathBuf};

use buttress_testkit::{Corpus, Entry, Random};

use self::options::Options;
use self::report::{Report, Row};
use self::solver::{Question, Solver};
use super::plot::{self, Curve};
use super::program::{is_installed, program};

/// Circuits that take less than this are all alike: below it the clock is noise.
const LEAST: f64 = 0.01;

/// Runs the comparison; true when nothing was wrong.
pub fn run(root: &Path, words: &[&str]) -> Result<bool, String> {
    if words.contains(&"--help") {
        print!("{}", options::USAGE);
        return Ok(true);
    }
    let options = Options::parse(words)?;
    let corpus = Corpus::find();
    let files = files(&options, corpus.as_ref())?;
    if files.is_empty() {
        return Err("the list names no files".to_owned());
    }
    let known = match &corpus {
        Some(corpus) => corpus.known().map_err(|error| error.to_string())?,
        None => Default::default(),
    };
    let solvers = options.solvers(&program(root, options.common.program.as_deref())?);
    for solver in &solvers {
        if !is_installed(&solver.program) {
            return Err(format!("{}: {} is not there", solver.name, solver.program.display()));
        }
        let question = if options.multi { Question::EachProperty } else { Question::File };
        let shown = solver.shown(Path::new("FILE"), options.common.timeout, question);
        println!("{}: {shown}", solver.name);
    }
    if options.multi {
        return multi::run(root, &options.common, &solvers, &files);
    }
    let row = |(name, path): &(String, PathBuf)| {
        let outcomes = solvers.iter().map(|solver| solver.run(path, &options.common)).collect();
        Row { file: name.clone(), known: known.get(name).copied(), outcomes }
    };
    let mut rows = options.common.rows(&files, row, |row| row.line(&solvers));
    rows.sort_by(|left, right| left.file.cmp(&right.file));
    finish(root, &options, solvers, rows)
}

fn finish(
    root: &Path,
    options: &Options,
    solvers: Vec<Solver>,
    rows: Vec<Row>,
) -> Result<bool, String> {
    let report = Report { solvers, rows, limit: options.common.timeout };
    let curves: Vec<Curve<'_>> = (report.solvers.iter().enumerate())
        .map(|(index, solver)| Curve { name: &solver.name, solved: report.solved(index) })
        .collect();
    let plot = plot::cactus(&curves, report.rows.len(), LEAST, report.limit);
    println!("\n{}", report.summary());
    options.common.write(root, [report.csv(), report.markdown(&options.common.name), plot])?;
    Ok(report.faults().is_empty())
}

/// The files to run, as (name, path).
fn files(options: &Options, corpus: Option<&Corpus>) -> Result<Vec<(String, PathBuf)>, String> {
    let missing = || "no benchmark folder; set BUTTRESS_BENCH or name files".to_owned();
    let explain = |error: buttress_testkit::CorpusError| error.to_string();
    let names = match options.common.named()? {
        Some(named) => named,
        None if options.all || options.multi || options.sample.is_some() => {
            let corpus = corpus.ok_or_else(missing)?;
            let entries = corpus.entries().map_err(explain)?;
            selected(options, entries, &corpus.list("dev").map_err(explain)?)
        }
        None => corpus.ok_or_else(missing)?.list("dev").map_err(explain)?,
    };
    let path = |name: String| {
        let in_corpus = corpus.map(|corpus| corpus.root().join(&name));
        match in_corpus.filter(|path| path.is_file()) {
            Some(path) => Ok((name, path)),
            None if Path::new(&name).is_file() => Ok((name.clone(), PathBuf::from(name))),
            None => Err(format!("no such file: {name}")),
        }
    };
    names.into_iter().map(path).collect()
}

/// The circuits of the manifest that are asked for: all, those with several properties, or a sample of those with one that are not on the
/// development list.
fn selected(options: &Options, entries: Vec<Entry>, development: &[String]) -> Vec<String> {
    let mut circuits = entries;
    circuits.retain(|entry| entry.format.starts_with("aiger"));
    if options.multi {
        circuits.retain(|entry| entry.properties > 1);
    } else if options.sample.is_some() {
        circuits.retain(|entry| entry.properties == 1 && !development.contains(&entry.file));
    }
    let mut names: Vec<String> = circuits.into_iter().map(|entry| entry.file).collect();
    if let Some(count) = options.sample {
        names.sort();
        Random::new(options.seed).shuffle(&mut names);
        names.truncate(count);
        names.sort();
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_has_one_property_and_was_not_developed_on() {
        let entry = |(number, properties): (usize, usize)| Entry {
            file: format!("{number}.aig"),
            format: if number == 9 { "btor2" } else { "aiger1.9" }.to_owned(),
            properties,
            known: None,
        };
        let counts = [1, 1, 1, 3, 1, 0, 1, 1, 2, 1];
        let entries = || counts.into_iter().enumerate().map(entry).collect::<Vec<_>>();
        let names = |words: &[&str]| {
            let options = Options::parse(words).unwrap();
            selected(&options, entries(), &["0.aig".to_owned(), "4.aig".to_owned()])
        };
        assert_eq!(names(&["--all"]).len(), 9);
        assert_eq!(names(&["--multi"]), ["3.aig", "8.aig"]);
        assert_eq!(names(&["--sample", "9"]), ["1.aig", "2.aig", "6.aig", "7.aig"]);
        let some = names(&["--sample", "2", "--seed", "3"]);
        assert_eq!(some, names(&["--sample", "2", "--seed", "3"]));
        let others = (1..9).map(|seed| names(&["--sample", "2", "--seed", &seed.to_string()]));
        assert!(others.into_iter().any(|other| other != some));
    }
}
