//! `cargo xtask bench smt`: formulas through Buttress and its peers, at a CPU limit.
//!
//! Every answer is compared with the expected one and with every other solver's answer to the
//! same check of the same file. A file counts as solved when each of its checks is answered.
//! Only CPU seconds count; each solver's start-up is measured too, because it is most of what
//! small files take.

pub mod growth;
mod manifest;
mod options;
mod report;
mod solver;
mod solvers;

use std::path::{Path, PathBuf};

use self::manifest::{Entry, Manifest};
use self::options::Options;
use self::report::{Report, Row};
use self::solvers::solvers;
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
    let solvers = solvers(root, &options)?;
    let row = |(entry, path): &(Entry, PathBuf)| {
        let outcomes = solvers.iter().map(|solver| solver.run(path, &options.common)).collect();
        Row::new(entry.clone(), outcomes)
    };
    let mut rows = options.common.rows(&files, row, |row| row.line(&solvers));
    rows.sort_by(|left, right| left.entry.file.cmp(&right.entry.file));
    let limit = options.common.timeout;
    finish(root, &options, Report { solvers, rows, limit, is_by_folder: options.is_apf })
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
    let manifest = Manifest::find()?;
    let Some(named) = options.common.named()? else {
        let manifest = manifest.ok_or("no benchmark folder; set BUTTRESS_BENCH or name files")?;
        let chosen = manifest.entries.iter().filter(|entry| options.selects(entry));
        let chosen = chosen.map(|entry| (entry.clone(), manifest.root.join(&entry.file)));
        return Ok(chosen.step_by(options.every).collect());
    };
    let located = named.into_iter().map(|name| {
        let listed = manifest.as_ref().and_then(|manifest| {
            let entry = manifest.entries.iter().find(|entry| entry.file == name)?;
            Some((entry.clone(), manifest.root.join(&entry.file)))
        });
        match listed {
            Some(listed) => Ok(listed),
            None if Path::new(&name).is_file() => Ok((Entry::unknown(&name), PathBuf::from(&name))),
            None => Err(format!("no such file: {name}")),
        }
    });
    located.collect()
}
