//! `cargo xtask fuzz hw`: every engine against the explicit-state oracle, on random circuits.
//! `cargo xtask fuzz smt`: the solver against brute force and z3, on random formulas.
//! `cargo xtask fuzz horn`: answers on systems over numbers against an explicit-state oracle and z3.
//! `cargo xtask fuzz lp`: the exact simplex against z3 and its own certificates, on random linear programs.
//! `cargo xtask fuzz sorts`: how many values sorts have, against enumeration, on random families of datatypes.
//! `cargo xtask fuzz pi`: verdicts on mutants of programs against the interpreter.
//! `cargo xtask fuzz limits`: whether limits hold on inputs made to be slow or large.
//!
//! The work is done by examples of `session` and `testkit`, built for release, so that this crate stays
//! light and the engines run at full speed.

mod limits;

use std::path::Path;
use std::process::Command;

/// The contests by their names: in which package, and which of its examples.
const CONTESTS: [(&str, &str, &str); 6] = [
    ("hw", "buttress-session", "fuzz"),
    ("smt", "buttress-session", "fuzz_smt"),
    ("horn", "buttress-session", "fuzz_horn"),
    ("lp", "buttress-testkit", "fuzz_lp"),
    ("sorts", "buttress-testkit", "fuzz_sorts"),
    ("pi", "buttress-session", "fuzz_pi"),
];

/// Runs the contest of this name; true when nothing disagreed.
pub fn run(root: &Path, name: &str, options: &[&str]) -> Result<bool, String> {
    if name == "limits" {
        return limits::run(root, options);
    }
    let contest = CONTESTS.iter().find(|(known, ..)| *known == name);
    let (_, package, example) = contest.ok_or_else(|| {
        let names = CONTESTS.map(|(name, ..)| name);
        format!("no such contest: {name}; there are {}, limits", names.join(", "))
    })?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["run", "--release", "--package", package, "--example", example, "--"])
        .args(options)
        .current_dir(root)
        .status()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    Ok(status.success())
}
