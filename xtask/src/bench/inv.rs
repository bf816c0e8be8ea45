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
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use self::manifest::{Entry, Manifest};
use self::options::Options;
use self::report::{Report, Row};
use self::sample::sample;
use self::solver::Solver;
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
    let (next, rows) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..options.jobs {
            scope.spawn(|| {
                while let Some((entry, path)) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let outcomes =
                        solvers.iter().map(|solver| solver.run(path, &options)).collect();
                    let row = Row { entry: entry.clone(), outcomes };
                    let mut rows = rows.lock().expect("no thread panics while it holds the rows");
                    println!("[{}/{}] {}", rows.len() + 1, files.len(), row.line(&solvers));
                    rows.push(row);
                }
            });
        }
    });
    let mut rows = rows.into_inner().expect("no thread panics while it holds the rows");
    rows.sort_by(|left, right| left.entry.file.cmp(&right.entry.file));
    finish(root, &options, Report { solvers, rows, limit: options.timeout })
}

/// Ours, once per engine, and the peers that are installed.
fn solvers(root: &Path, options: &Options) -> Result<Vec<Solver>, String> {
    let mut solvers = Vec::new();
    if options.program.as_deref() != Some(Path::new("none")) {
        let program = super::program(root, options.program.as_deref())?;
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
    let plot = plot::cactus(&curves, report.rows.len(), report::LEAST, report.limit);
    println!("\n{}", report.summary());
    let folder = options.out.clone().unwrap_or_else(|| root.join("bench/results"));
    fs::create_dir_all(&folder)
        .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let markdown = report.markdown(&options.name);
    for (suffix, text) in [("csv", report.csv()), ("md", markdown), ("svg", plot)] {
        let path = folder.join(format!("{}.{suffix}", options.name));
        fs::write(&path, text)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    println!("written: {}/{}.{{csv,md,svg}}", folder.display(), options.name);
    Ok(report.faults().is_empty())
}

/// The selected files, with what is known of each.
fn files(options: &Options) -> Result<Vec<(Entry, PathBuf)>, String> {
    let manifest = match &options.dir {
        Some(folder) => Some(Manifest::of(folder)?),
        None => Manifest::find()?,
    };
    let named: Option<Vec<String>> = match &options.list {
        Some(list) => {
            let text = fs::read_to_string(list)
                .map_err(|error| format!("cannot read {}: {error}", list.display()))?;
            Some(text.split_whitespace().map(str::to_owned).collect())
        }
        None if !options.files.is_empty() => Some(options.files.clone()),
        None => None,
    };
    if let Some(named) = named {
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
