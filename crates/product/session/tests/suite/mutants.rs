//! A few mutants of the programs in `examples/programs`; `cargo xtask fuzz pi` runs many.
//! Mutants and programs on which something once went wrong are kept in `fuzz/kept`.

#[path = "../../examples/fuzz_pi/judge.rs"]
mod judge;

use std::fs;
use std::path::Path;

use judge::{Judge, Judgement, sensible};

const JUDGE: Judge = Judge { timeout: None, inputs: 200, runs: 500, hunted: 500 };

/// The programs of a folder, with their names, sorted.
fn programs(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").join(folder);
    let entries = fs::read_dir(folder).expect("the folder is part of the repository");
    let paths = entries.map(|entry| entry.expect("a file").path());
    let programs = paths.filter(|path| path.extension().is_some_and(|suffix| suffix == "pi"));
    let mut programs: Vec<(String, String)> = programs
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a text");
            (path.file_name().unwrap_or_default().to_string_lossy().into_owned(), text)
        })
        .collect();
    programs.sort();
    programs
}

#[test]
fn no_verdict_on_a_mutant_is_wrong() {
    let (mut reported, mut explained) = (0, 0);
    for (seed, (name, text)) in (0..).zip(programs("examples/programs")) {
        let mutant = sensible(seed, &text).expect("some mutant makes sense");
        match JUDGE.judge(&mutant.text) {
            Judgement::Fault(why) => panic!("{name}, seed {seed}: {why}\n{}", mutant.text),
            Judgement::Proved { .. } => {}
            Judgement::Confirmed | Judgement::Open => {
                reported += 1;
                explained += 1;
            }
            Judgement::Unknown(_) | Judgement::Missed(_) => reported += 1,
        }
    }
    assert!(reported >= 5, "mutants are reported: {reported}");
    assert!(10 * explained >= 8 * reported, "{explained} of {reported} are explained");
}

#[test]
fn kept_programs_stay_right() {
    for (name, text) in programs("fuzz/kept") {
        if let Judgement::Fault(why) = JUDGE.judge(&text) {
            panic!("{name}: {why}");
        }
    }
}

/// A judge that sees nothing would be of no use.
#[test]
fn wrong_programs_are_found_out() {
    let wrong = "@pre true @post rv > x int f(int x) { return x; }";
    assert_eq!(JUDGE.judge(wrong), Judgement::Confirmed);
    // The contract of g says less than g does, so that no run fails.
    let weak = "@pre true @post rv >= 0 int g() { return 1; } @pre true @post rv > 0 int f() { return g(); }";
    assert_eq!(JUDGE.judge(weak), Judgement::Open);
    let right = "@pre x >= 0 @post rv > x int f(int x) { return x + 1; }";
    assert!(matches!(JUDGE.judge(right), Judgement::Proved { runs } if runs > 50));
}

/// An annotation that has no value at first, and is false later.
#[test]
fn runs_go_past_what_cannot_be_evaluated() {
    let text = "@pre true @post true int f(int x) {
  int z := 0;
  while @ 2 % z = 1 (z < x) { z := z + 1; }
  return z;
}";
    assert_eq!(JUDGE.judge(text), Judgement::Confirmed);
}
