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

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use self::manifest::{Entry, Manifest};
use self::options::Options;
use self::report::{Report, Row};
use self::solver::{Answer, Solver};
pub use self::{manifest::fields, solver::located};
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
    let (next, rows) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..options.jobs {
            scope.spawn(|| {
                while let Some((entry, path)) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let outcomes =
                        solvers.iter().map(|solver| solver.run(path, &options)).collect();
                    let row = Row::new(entry.clone(), outcomes);
                    let mut rows = rows.lock().expect("no thread panics while it holds the rows");
                    println!("[{}/{}] {}", rows.len() + 1, files.len(), row.line(&solvers));
                    rows.push(row);
                }
            });
        }
    });
    let mut rows = rows.into_inner().expect("no thread panics while it holds the rows");
    rows.sort_by(|left, right| left.entry.file.cmp(&right.entry.file));
    let report = Report { solvers, rows, limit: options.timeout, is_by_folder: options.is_apf };
    finish(root, &options, report)
}

/// Ours and those peers that are installed, each started a few times to see how long that takes.
fn solvers(root: &Path, options: &Options) -> Result<Vec<Solver>, String> {
    let mut solvers = vec![Solver::ours(&super::program(root, options.program.as_deref())?)];
    for peer in &options.peers {
        match peer.solver() {
            Some(solver) => solvers.push(solver),
            None => eprintln!("NOTE: {peer:?} is not installed: it takes no part in this run"),
        }
    }
    for solver in &mut solvers {
        solver.measure_start(options)?;
        println!("{}", solver.introduction());
    }
    Ok(solvers)
}

fn finish(root: &Path, options: &Options, report: Report) -> Result<bool, String> {
    let curves: Vec<Curve<'_>> = (report.solvers.iter().enumerate())
        .map(|(index, solver)| Curve { name: &solver.name, solved: report.solved_seconds(index) })
        .collect();
    let plot = plot::cactus(&curves, report.rows.len(), report::LEAST, report.limit);
    println!("\n{}", report.summary());
    write(root, options, [report.csv(), report.markdown(&options.name), plot])?;
    Ok(report.faults().is_empty())
}

/// Writes what a run found, as CSV, Markdown and SVG.
fn write(root: &Path, options: &Options, [csv, md, svg]: [String; 3]) -> Result<(), String> {
    let folder = options.out.clone().unwrap_or_else(|| root.join("bench/results"));
    fs::create_dir_all(&folder)
        .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    for (suffix, text) in [("csv", csv), ("md", md), ("svg", svg)] {
        let path = folder.join(format!("{}.{suffix}", options.name));
        fs::write(&path, text)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    println!("written: {}/{}.{{csv,md,svg}}", folder.display(), options.name);
    Ok(())
}

/// The selected files, with what is known of each.
fn files(options: &Options) -> Result<Vec<(Entry, PathBuf)>, String> {
    let manifest = Manifest::find()?;
    let named: Option<Vec<String>> = match &options.list {
        Some(list) => {
            let text = fs::read_to_string(list)
                .map_err(|error| format!("cannot read {}: {error}", list.display()))?;
            Some(text.split_whitespace().map(str::to_owned).collect())
        }
        None if !options.files.is_empty() => Some(options.files.clone()),
        None => None,
    };
    let Some(named) = named else {
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
