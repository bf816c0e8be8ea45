//! `cargo xtask bench hw`: circuits through Buttress and its peers, at a CPU limit.
//!
//! Every verdict is compared with the known answer and with every other verdict on the same
//! file. Only CPU seconds count, as the kernel measured them; wall time is not stable on
//! shared machines.

mod options;
mod report;
mod solver;

use std::path::{Path, PathBuf};

use buttress_testkit::Corpus;

use self::options::Options;
use self::report::{Report, Row};
use self::solver::Solver;
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
        println!("{}: {}", solver.name, solver.shown(Path::new("FILE"), options.common.timeout));
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
        None if options.all => {
            let entries = corpus.ok_or_else(missing)?.entries().map_err(explain)?;
            let circuits = entries.into_iter().filter(|entry| entry.format.starts_with("aiger"));
            circuits.map(|entry| entry.file).collect()
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
