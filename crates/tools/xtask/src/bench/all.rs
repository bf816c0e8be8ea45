//! `cargo xtask bench all --short`: one table for every product, in about a quarter of an hour on two cores, beside that of the last
//! release.
//!
//! Only Buttress runs, and every row counts the same: solved, wrong, CPU seconds, the most memory. `bench hw`, `smt`, `inv` and `pi`
//! tell more of each.

mod figures;
mod list;
mod product;

use std::fs;
use std::path::{Path, PathBuf};

use self::figures::{Figures, Table};
use self::product::{Answer, Job, PRODUCTS, Product};
use super::common::{Common, number};
use super::program::program;
use crate::measure::{Allowance, measure};

const USAGE: &str = "\
usage: cargo xtask bench all --short [OPTIONS]

Runs the short lists of bench/lists through Buttress, at a CPU limit for each file, and writes one row for each
product to bench/results/all-short.{csv,md}. Where the benchmark folder ($BUTTRESS_BENCH, else ../shared/bench) is
missing, the examples take its place, and the table says so.

  --product P,…     only these, of hardware, formulas, arrays, numbers, programs, stripped; the rows of the others stay
  --against FILE    compare with this table (default: the newest of bench/results/releases; none if there is none)
  --keep VERSION    keep the table as bench/results/releases/VERSION.csv
  --sample SEED     draw the lists anew, and do nothing else
  --jobs N          files at the same time (default 2)
  --memory MB       address space of each run (default 4096)
  --out DIR         where to write (default bench/results)
  --program PATH    the buttress to measure (default: a fresh build, profile dist)

Exit: 0 all well; 1 something is wrong, or a product has lost more than 5 % of what it solved or takes more than 10 %
longer; 2 usage.
";

/// What was asked for.
struct Choices {
    common: Common,
    products: Vec<&'static Product>,
    against: Option<PathBuf>,
    keep: Option<String>,
    sample: Option<u64>,
}

/// Runs the comparison; true when nothing was wrong and nothing got worse.
pub fn run(root: &Path, words: &[&str]) -> Result<bool, String> {
    if words.contains(&"--help") {
        print!("{USAGE}");
        return Ok(true);
    }
    let choices = options(words)?;
    if let Some(seed) = choices.sample {
        for product in &choices.products {
            list::draw(root, product, seed)?;
        }
        return Ok(true);
    }
    let program = program(root, choices.common.program.as_deref())?;
    let folder = choices.common.out.clone().unwrap_or_else(|| root.join("bench/results"));
    let mut table = Table::read(&folder.join("all-short.csv")).unwrap_or_default();
    let mut is_well = true;
    for product in &choices.products {
        let chosen = product.jobs(root)?;
        let row = |job: &Job| outcome(&program, product, job, &choices.common);
        let line = |(answer, figures): &(String, Figures)| {
            format!("{}  {answer}  {:.2} s", product.name, figures.cpu)
        };
        let rows = choices.common.rows(&chosen.jobs, row, line);
        let figures = Figures::of(rows.into_iter().map(|(_, figures)| figures), chosen.is_small);
        is_well &= figures.wrong == 0;
        table.set(product.name, figures);
    }
    product::remove_copies();
    let earlier = match &choices.against {
        Some(path) => Some((path.clone(), Table::read(path)?)),
        None => newest(root)?,
    };
    let worse =
        earlier.as_ref().map(|(path, earlier)| (path, table.worse_than(earlier, &choices.names())));
    let texts = [("csv", table.csv()), ("md", table.markdown(choices.common.jobs))];
    let common = Common { name: "all-short".to_owned(), ..choices.common };
    println!("\n{}", texts[1].1);
    common.write_texts(root, &texts)?;
    if let Some(version) = choices.keep {
        let common =
            Common { name: version, out: Some(root.join("bench/results/releases")), ..common };
        common.write_texts(root, &texts[..1])?;
    }
    if let Some((path, worse)) = worse {
        println!(
            "against {}: {}",
            path.display(),
            if worse.is_empty() { "nothing is worse" } else { "worse" }
        );
        worse.iter().for_each(|line| println!("  {line}"));
        is_well &= worse.is_empty();
    }
    Ok(is_well)
}

/// The answer to a file, in words, and what it took.
fn outcome(program: &Path, product: &Product, job: &Job, common: &Common) -> (String, Figures) {
    let limit = product.seconds;
    let allowance = Allowance { cpu: limit + 1, wall: 6 * limit + 10, memory: common.memory };
    let arguments = product.arguments(&job.path, 5 * limit);
    let name = &job.name;
    let measured = match measure(&program.display().to_string(), &arguments, allowance) {
        Ok(measured) => measured,
        Err(error) => return (format!("cannot run {name}: {error}"), Figures::default().fault()),
    };
    let answer = match measured.cpu > limit as f64 {
        true => Answer::Unknown,
        false => product.answer(&measured, job),
    };
    let (is_solved, is_wrong) = (answer == Answer::Right, answer == Answer::Wrong);
    let figures = Figures {
        files: 1,
        solved: usize::from(is_solved),
        wrong: usize::from(is_wrong),
        cpu: measured.cpu.min(limit as f64),
        memory: measured.memory,
        is_small: false,
    };
    (format!("{name}: {}", answer.word()), figures)
}

/// The table of the newest release, if one is kept.
fn newest(root: &Path) -> Result<Option<(PathBuf, Table)>, String> {
    let kept = fs::read_dir(root.join("bench/results/releases")).into_iter().flatten().flatten();
    let version = |path: &PathBuf| -> Option<Vec<u64>> {
        let name = path.file_name()?.to_str()?.strip_suffix(".csv")?;
        name.split('.').map(|part| part.parse().ok()).collect()
    };
    let kept = kept.map(|entry| entry.path()).filter(|path| version(path).is_some());
    match kept.max_by_key(version) {
        Some(path) => Table::read(&path).map(|table| Some((path, table))),
        None => Ok(None),
    }
}

impl Choices {
    fn names(&self) -> Vec<&'static str> {
        self.products.iter().map(|product| product.name).collect()
    }
}

fn options(words: &[&str]) -> Result<Choices, String> {
    let mut common = Common::new("all-short", 1);
    common.jobs = 2;
    let products = PRODUCTS.iter().collect();
    let mut choices = Choices { common, products, against: None, keep: None, sample: None };
    let mut is_short = false;
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        if word == "--short" {
            is_short = true;
            continue;
        }
        let value = *words.next().ok_or_else(|| format!("{word} wants a value"))?;
        match word {
            "--product" => {
                let known = |name: &str| PRODUCTS.iter().find(|product| product.name == name);
                let named = value.split(',').map(|name| known(name).ok_or(name));
                let named = named.collect::<Result<Vec<&Product>, &str>>();
                choices.products = named.map_err(|name| format!("no such product: {name}"))?;
            }
            "--against" => choices.against = Some(PathBuf::from(value)),
            "--keep" => choices.keep = Some(value.to_owned()),
            "--sample" => choices.sample = Some(number(word, value)?),
            "--jobs" | "--memory" | "--out" | "--program" => {
                choices.common.set(word, value)?;
            }
            _ => return Err(format!("no such option: {word}\n\n{USAGE}")),
        }
    }
    if !is_short && choices.sample.is_none() {
        return Err(format!("there are short lists only: --short\n\n{USAGE}"));
    }
    Ok(choices)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let choices = options(&["--short", "--product", "numbers,arrays", "--jobs", "1"]).unwrap();
        assert_eq!((choices.names(), choices.common.jobs), (vec!["numbers", "arrays"], 1));
        let refused = |words: &[&str]| options(words).err().unwrap();
        assert!(refused(&[]).contains("--short"));
        assert!(refused(&["--short", "--product", "number"]).contains("no such product"));
        assert!(refused(&["--short", "--list", "x"]).contains("no such option"));
    }
}
