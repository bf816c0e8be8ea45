//! The classifier over the collection of formulas, beside what its manifest says.
//!
//! The manifest was made by another tool with rules of its own; the counts are printed, and only a
//! formula that the manifest puts inside and we put outside counts as a disagreement to be shown.

mod common;

use std::collections::BTreeMap;
use std::path::PathBuf;

use buttress_arrays::reduce::Strength;
use buttress_arrays::{Fragment, Reading, normalise, reduce};
use buttress_logic::Terms;

/// A line of the manifest.
struct Row {
    file: String,
    expected: String,
    said: String,
}

/// The manifest, and where its files are; nothing, loudly, if there is none.
fn manifest() -> Option<(PathBuf, Vec<Row>)> {
    let bench = std::env::var("BUTTRESS_BENCH").unwrap_or_else(|_| "../shared/bench".into());
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(bench).join("smt");
    let Ok(manifest) = std::fs::read_to_string(root.join("manifest.csv")) else {
        eprintln!("SKIPPED: no collection of formulas at {}", root.display());
        return None;
    };
    let row = |line: &str| {
        // Lists of answers are in quotes.
        let (file, rest) = line.split_once(',')?;
        let (expected, rest) = match rest.strip_prefix('"').and_then(|rest| rest.split_once('"')) {
            Some((expected, rest)) => (expected, rest),
            None => rest.split_at(rest.find(',')?),
        };
        let said = rest.split(',').nth(4)?;
        Some(Row { file: file.into(), expected: expected.into(), said: said.into() })
    };
    Some((root, manifest.lines().skip(1).filter_map(row).collect()))
}

#[test]
#[ignore = "needs the collection of formulas, and a minute"]
fn the_manifest_agrees() {
    let Some((root, rows)) = manifest() else { return };
    let mut counts: BTreeMap<(String, String), usize> = BTreeMap::new();
    for Row { file, said, .. } in rows {
        if matches!(&*said, "" | "multi" | "QF") {
            continue;
        }
        let Ok(text) = std::fs::read_to_string(root.join(&file)) else { continue };
        let mut terms = Terms::new();
        let found = match common::try_read(&mut terms, &text) {
            Err(_) => "unread".to_owned(),
            Ok(formula) => {
                let start = std::time::Instant::now();
                let normal = normalise(&mut terms, formula);
                let fragment = normal.fragment();
                if start.elapsed().as_secs() > 1 {
                    eprintln!("SLOW {file}: {:?}", start.elapsed());
                }
                if let Fragment::Outside(violation) = fragment {
                    let part = violation.display(&terms);
                    let part: String = part.chars().take(300).collect();
                    eprintln!("{file}: {said}: {:?}: {part}", violation.rule);
                    format!("outside {:?}", violation.rule)
                } else {
                    if said.starts_with("OUT") {
                        eprintln!("{file}: {said}: {}", fragment.name());
                    }
                    fragment.name().to_owned()
                }
            }
        };
        *counts.entry((said, found)).or_default() += 1;
    }
    for ((said, found), count) in &counts {
        eprintln!("{count:5}  {said:45} {found}");
    }
}

#[test]
#[ignore = "needs the collection of formulas, and minutes"]
fn eager_reductions_answer_rightly() {
    let Some((root, rows)) = manifest() else { return };
    let mut counts: BTreeMap<(String, &str), usize> = BTreeMap::new();
    let rows = rows.into_iter().filter(|row| row.said.starts_with("APF"));
    for Row { file, expected, .. } in rows {
        let Ok(text) = std::fs::read_to_string(root.join(&file)) else { continue };
        let mut terms = Terms::new();
        let Ok(formula) = common::try_read(&mut terms, &text) else { continue };
        let found = match reduce(&mut terms, formula, Reading::SmtLib, 5000) {
            Err(_) => "too many instances",
            Ok(reduction) => match common::word(&common::decide(&mut terms, reduction.formula)) {
                "sat" if reduction.strength != Strength::Equisatisfiable => "weaker, sat",
                answer => answer,
            },
        };
        let is_wrong = matches!((&*expected, found), ("sat", "unsat") | ("unsat", "sat"));
        assert!(!is_wrong, "{file}: {found} instead of {expected}");
        let is_news = expected.is_empty() && found == "sat";
        if is_news || matches!(found, "weaker, sat" | "unknown") {
            eprintln!("{file}: {found}");
        }
        *counts.entry((expected, found)).or_default() += 1;
    }
    for ((expected, found), count) in &counts {
        eprintln!("{count:5}  {expected:10} {found}");
    }
}
