//! Our solver beside CaDiCaL, on recorded query streams and on plain DIMACS.
//!
//! Streams are what IC3 asks its solver while it works on a circuit for a bounded effort.
//! Both solvers are asked the same, in one process and one after the other; CPU seconds count.

mod bmc;
mod clock;
mod formula;
mod formulas;
mod options;
mod peer;
mod report;
mod streams;

use std::fs;
use std::process::ExitCode;

use options::{Options, USAGE};
use report::Table;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if words.contains(&"--help") {
        print!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    match Options::parse(&words).and_then(|options| run(&options)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

/// Runs what was asked for; true when all answers agree.
fn run(options: &Options) -> Result<bool, String> {
    println!("peer: {}", peer::signature());
    let mut all_agree = true;
    if options.streams {
        let table = streams::compare(options)?;
        all_agree &= finish(options, "sat-streams", &table)?;
    }
    if options.formulas {
        let table = formulas::compare(options)?;
        all_agree &= finish(options, "sat-dimacs", &table)?;
    }
    Ok(all_agree)
}

fn finish(options: &Options, name: &str, table: &Table) -> Result<bool, String> {
    let folder = &options.out;
    let cannot = |error| format!("cannot write to {}: {error}", folder.display());
    fs::create_dir_all(folder).map_err(cannot)?;
    fs::write(folder.join(format!("{name}.csv")), table.csv()).map_err(cannot)?;
    fs::write(folder.join(format!("{name}.md")), table.markdown()).map_err(cannot)?;
    println!("\n{}\nwritten: {}/{name}.{{csv,md}}\n", table.summary, folder.display());
    Ok(table.all_agree)
}
