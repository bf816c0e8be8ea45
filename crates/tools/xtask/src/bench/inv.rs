//! `cargo xtask bench inv`: systems over numbers through Buttress and Z3's Spacer, at a CPU limit.
//!
//! Every verdict is compared with what is known, with what is believed, and with every other verdict on
//! the same file. Only CPU seconds count; all runs on a file follow each other, so that ratios mean something
//! on a machine that does other work.

mod manifest;
mod options;
mod report;
mod sample;
mod solver;

use std::fs;
use std::path::{Path, PathBuf};

use self::manifest::{Entry, Manifest};
use self::options::Options;
use self::report::{Report, Row};
use self::sample::sample;
use self::solver::Solver;
use super::outcome::LEAST;
use super::plot::{self, Curve};

/// Runs the comparison; true when nothing was wrong.
pub fn run(root: &Path, words: &[&str]) -> Result<bool, String> {
    if words.contains(&"--help") {
        print!("{}", options::USAGE);
        return Ok(true);
    }
    let options = Options::parse(words)?;
    let files = files(&options)?;
    if files.is_empty() {
        return Err("no file is selected".to_owned());
    }
    if options.print {
        files.iter().for_each(|(entry, _)| println!("{}", entry.file));
        return Ok(true);
    }
    let solvers = solvers(root, &options)?;
    let row = |(entry, path): &(Entry, PathBuf)| {
        let outcomes = solvers.iter().map(|solver| solver.run(path, &options)).collect();
        Row { entry: entry.clone(), outcomes }
    };
    let mut rows = options.common.rows(&files, row, |row| row.line(&solvers));
    rows.sort_by(|left, right| left.entry.file.cmp(&right.entry.file));
    finish(root, &options, Report { solvers, rows, limit: options.common.timeout })
}

/// Ours, once per engine, and the peers that are installed.
fn solvers(root: &Path, options: &Options) -> Result<Vec<Solver>, String> {
    let mut solvers = Vec::new();
    if options.common.program.as_deref() != Some(Path::new("none")) {
        let program = super::program::program(root, options.common.program.as_deref())?;
        match options.engines.as_slice() {
            [] => solvers.push(Solver::ours(&program, None)),
            engines => {
                solvers.extend(engines.iter().map(|engine| Solver::ours(&program, Some(engine))));
            }
        }
    }
    for peer in &options.peers {
        match Solver::peer(peer)? {
            Some(solver) => solvers.push(solver),
            None => eprintln!("NOTE: {peer} is not installed: it takes no part in this run"),
        }
    }
    for solver in &mut solvers {
        solver.measure_start(options)?;
        println!("{}", solver.introduction());
    }
    match solvers.is_empty() {
        true => Err("nobody takes part".to_owned()),
        false => Ok(solvers),
    }
}

fn finish(root: &Path, options: &Options, report: Report) -> Result<bool, String> {
    let curves: Vec<Curve<'_>> = (report.solvers.iter().enumerate())
        .map(|(index, solver)| Curve { name: &solver.name, solved: report.solved_seconds(index) })
        .collect();
    let plot = plot::cactus(&curves, report.rows.len(), LEAST, report.limit);
    println!("\n{}", report.summary());
    options.common.write(root, [report.csv(), report.markdown(&options.common.name), plot])?;
    Ok(report.faults().is_empty())
}

/// The selected files, with what is known of each.
fn files(options: &Options) -> Result<Vec<(Entry, PathBuf)>, String> {
    let manifest = match &options.dir {
        Some(folder) => Some(Manifest::of(folder)?),
        None => Manifest::find()?,
    };
    if let Some(named) = options.common.named()? {
        return named.iter().map(|name| located(manifest.as_ref(), name)).collect();
    }
    let manifest = manifest.ok_or("no benchmark folder; set BUTTRESS_BENCH or name files")?;
    let chosen = manifest.entries.iter().filter(|entry| options.selects(entry));
    let mut chosen: Vec<Entry> = chosen.cloned().collect();
    if let Some(size) = options.sample {
        chosen = sample(chosen, size, options.seed, |entry| {
            fs::metadata(manifest.root.join(&entry.file)).map_or(0, |data| data.len())
        });
    }
    Ok(chosen.into_iter().map(|entry| (entry.clone(), manifest.root.join(&entry.file))).collect())
}

/// A file by its name in the manifest, perhaps with the name of the collection before it, or by its path.
fn located(manifest: Option<&Manifest>, name: &str) -> Result<(Entry, PathBuf), String> {
    let short = name.strip_prefix("inv/").unwrap_or(name);
    let listed = manifest.and_then(|manifest| {
        let entry = manifest.entries.iter().find(|entry| entry.file == short)?;
        Some((entry.clone(), manifest.root.join(&entry.file)))
    });
    match listed {
        Some(listed) => Ok(listed),
        None if Path::new(name).is_file() => Ok((Entry::unknown(name), PathBuf::from(name))),
        None => Err(format!("no such file: {name}")),
    }
}
