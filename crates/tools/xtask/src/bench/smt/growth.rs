//! `cargo xtask bench growth`: array properties that grow, by the number of writes and of quantifiers.
//!
//! Each family has a formula for every size, once valid (its denial is unsatisfiable) and once with a
//! slip. A solver that does not answer at one size is not asked about larger ones of the family.

mod family;
mod report;

use std::fs;
use std::path::Path;

use self::family::FAMILIES;
use self::report::{Point, Report, Series};
use super::options::Options;
use super::solvers::solvers;

const USAGE: &str = "\
usage: cargo xtask bench growth [OPTIONS]

Runs formulas of growing size, at a CPU limit, through Buttress, z3 and cvc5; writes a table, CSV and
SVG plots on logarithmic scales.

  --most N          the largest size (default 256); sizes are 2, 4, 8, …
  --family P,…      the families whose names begin so (default: all)
  --show FAMILY:N   print the two formulas of a family and a size, and do nothing else
  --timeout S, --peers P,…, --memory MB, --out DIR, --name NAME, --program PATH
                    as for `bench smt` (defaults: 10 s, z3 and cvc5, growth)

Exit: 0 all well; 1 a wrong or rejected answer of ours; 2 usage.
";

/// Runs the comparison; true when nothing of ours was wrong.
pub fn run(root: &Path, words: &[&str]) -> Result<bool, String> {
    if words.contains(&"--help") {
        print!("{USAGE}");
        return Ok(true);
    }
    let (mut most, mut chosen, mut rest) = (256, vec![""], vec!["--apf"]);
    if !words.contains(&"--name") {
        rest.extend(["--name", "growth"]);
    }
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        let mut value = || words.next().copied().ok_or_else(|| format!("{word} wants a value"));
        match word {
            "--most" => most = size(value()?)?,
            "--family" => chosen = value()?.split(',').collect(),
            "--show" => return show(value()?),
            _ => rest.extend([word, value()?]),
        }
    }
    let options = Options::parse(&rest)?;
    let solvers = solvers(root, &options)?;
    let path = std::env::temp_dir().join(format!("buttress-growth-{}.smt2", std::process::id()));
    let mut all = Vec::new();
    for family in FAMILIES.iter().filter(|family| family.is_chosen(&chosen)) {
        for is_valid in [true, false] {
            let mut series = Series::new(family.name, is_valid, solvers.len());
            let title = series.title();
            for size in (1..).map(|doublings| 1_usize << doublings).take_while(|size| *size <= most)
            {
                fs::write(&path, (family.script)(size, is_valid))
                    .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
                for (solver, points) in solvers.iter().zip(&mut series.points) {
                    if points.last().is_some_and(|last: &Point| !last.is_answered()) {
                        continue;
                    }
                    let point = Point { size, outcome: solver.run(&path, &options.common) };
                    println!("{title}, {size}: {} {}", solver.name, point.describe());
                    points.push(point);
                }
            }
            all.push(series);
        }
    }
    // It lies in the temporary folder; nothing depends on its going away.
    let _ = fs::remove_file(&path);
    if all.is_empty() {
        return Err("no family is selected".to_owned());
    }
    let names = solvers.iter().map(|solver| solver.name.clone()).collect();
    let introductions = solvers.iter().map(|solver| solver.introduction()).collect();
    let report = Report { names, introductions, series: all, limit: options.common.timeout, most };
    println!("\n{}", report.table());
    let markdown = report.markdown(&options.common.name);
    options.common.write(root, [report.csv(), markdown, report.svg()])?;
    Ok(report.faults().is_empty())
}

fn size(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (2..=65_536).contains(number));
    number.ok_or_else(|| format!("expected a size from 2 to 65536, found {text}"))
}

/// Prints both formulas of `FAMILY:N`.
fn show(text: &str) -> Result<bool, String> {
    let (name, number) = text.split_once(':').ok_or("--show wants FAMILY:N")?;
    let family = FAMILIES.iter().find(|family| family.name == name);
    let family = family.ok_or_else(|| {
        let names: Vec<&str> = FAMILIES.iter().map(|family| family.name).collect();
        format!("no such family; there are {}", names.join(", "))
    })?;
    let number = size(number)?;
    print!("{}\n{}", (family.script)(number, true), (family.script)(number, false));
    Ok(true)
}
