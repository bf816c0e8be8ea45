//! `cargo xtask bench pi`: annotated programs through Buttress, at a CPU limit.
//!
//! Verdicts are compared with labels, and with what the original verifying compiler said, where a folder tells.
//! Labels count; what the original said is a hint, because it is known to be wrong in places.

mod expected;
mod ours;
mod report;
mod strip;

use std::fs;
use std::path::{Path, PathBuf};

use self::expected::Expectations;
use self::ours::{ProgramAnswer, ProgramOutcome};
use self::report::{Report, Row};
pub use self::strip::stripped;
use super::common::Common;

const USAGE: &str = "\
usage: cargo xtask bench pi [OPTIONS] [FILE…]

Runs `buttress prove` on each program, at a CPU limit; compares verdicts with the labels in `answers.json` beside
a program and with what the original said, in `pivc_said.csv` of the folder; writes CSV and Markdown. What is proved
though it should not be is run again without inference.

With --strip-loops each program that has loops is run as it is, and with `true` in the place of every loop annotation;
what is proved with and without them is told program by program.

  --corpus DIR      all programs below this folder ($BUTTRESS_BENCH/pi, else ../shared/bench/pi)
  --list FILE       the files to run, one a line
  --strip-loops     with and without loop annotations
  --timeout S       CPU seconds per run (default 10)
  --jobs N          files at the same time (default 1)
  --memory MB       address space of each run (default 4096)
  --out DIR         where to write (default bench/results)
  --name NAME       the written files' name (default pi, or pi-stripped)
  --program PATH    the buttress to measure (default: a fresh build, profile dist)

Exit: 0 all well; 1 a verdict against a label, rejected evidence, a crash, or a program refused that the original
accepts; with --strip-loops, less than 60 % of what is proved with loop annotations is proved without, or a crash; 2 usage.
";

/// Runs the comparison; true when nothing was wrong.
pub fn run(root: &Path, words: &[&str]) -> Result<bool, String> {
    if words.contains(&"--help") {
        print!("{USAGE}");
        return Ok(true);
    }
    let Choices { common, corpus, strip_loops } = options(words)?;
    let files = match common.named()? {
        Some(named) => named.iter().map(|name| (name.clone(), PathBuf::from(name))).collect(),
        None => programs(&corpus)?,
    };
    if files.is_empty() {
        return Err("no file is selected".to_owned());
    }
    let program = super::program::program(root, common.program.as_deref())?;
    if strip_loops {
        return strip::run(root, &common, &program, &files);
    }
    let expectations = Expectations::of(&corpus)?;
    let row = |(name, path): &(String, PathBuf)| {
        let expected = expectations.of_file(name, path);
        let ours = ProgramOutcome::run(&program, path, &common, &[]);
        // Labels are about the annotations that are written; what is inferred may make up for them.
        let is_better = expected.is_failing() && ours.answer == ProgramAnswer::Proved;
        let alone =
            is_better.then(|| ProgramOutcome::run(&program, path, &common, &["--infer", "none"]));
        Row { file: name.clone(), expected, ours, alone: alone.map(|alone| alone.answer) }
    };
    let mut rows = common.rows(&files, row, Row::line);
    rows.sort_by(|left, right| left.file.cmp(&right.file));
    let report = Report { rows, limit: common.timeout };
    println!("\n{}", report.summary());
    common.write_texts(root, &[("csv", report.csv()), ("md", report.markdown())])?;
    Ok(report.faults().is_empty())
}

/// What was chosen.
struct Choices {
    common: Common,
    corpus: PathBuf,
    strip_loops: bool,
}

fn options(words: &[&str]) -> Result<Choices, String> {
    let strip_loops = words.contains(&"--strip-loops");
    let mut common = Common::new(if strip_loops { "pi-stripped" } else { "pi" }, 10);
    let mut corpus = super::collection::bench().join("pi");
    let mut words = words.iter().filter(|word| **word != "--strip-loops");
    while let Some(&word) = words.next() {
        if !word.starts_with("--") {
            common.files.push(word.to_owned());
            continue;
        }
        let value = *words.next().ok_or_else(|| format!("{word} wants a value"))?;
        match word {
            "--corpus" => corpus = PathBuf::from(value),
            _ if common.set(word, value)? => {}
            _ => return Err(format!("no such option: {word}\n\n{USAGE}")),
        }
    }
    Ok(Choices { common, corpus, strip_loops })
}

/// All programs below a folder, by their names there.
pub fn programs(root: &Path) -> Result<Vec<(String, PathBuf)>, String> {
    let mut open = vec![root.to_path_buf()];
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        let entries = fs::read_dir(&folder)
            .map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|end| end == "pi") {
                let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
                found.push((name, path));
            }
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let Choices { common, corpus, strip_loops } =
            options(&["--corpus", "x", "a.pi", "--timeout", "3"]).unwrap();
        assert_eq!((common.timeout, common.files.len(), common.name.as_str()), (3, 1, "pi"));
        assert_eq!((corpus.as_path(), strip_loops), (Path::new("x"), false));
        let stripped = options(&["--strip-loops", "a.pi"]).unwrap();
        assert!(stripped.strip_loops);
        assert_eq!(
            (stripped.common.name.as_str(), stripped.common.files.len()),
            ("pi-stripped", 1)
        );
        let refused = |words: &[&str]| options(words).err().unwrap();
        assert!(refused(&["--colour", "x"]).contains("no such option"));
        assert!(refused(&["--corpus"]).contains("wants a value"));
    }

    #[test]
    fn programs_are_found_below_a_folder() {
        let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples");
        let names: Vec<String> =
            programs(&examples).unwrap().into_iter().map(|(name, _)| name).collect();
        assert!(names.iter().any(|name| name == "programs/BubbleSort.pi"), "{names:?}");
        assert!(names.iter().all(|name| name.ends_with(".pi")));
    }
}
