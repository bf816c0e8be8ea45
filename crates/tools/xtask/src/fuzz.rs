//! `cargo xtask fuzz hw`: every engine against the explicit-state oracle, on random circuits.
//! `cargo xtask fuzz smt`: the solver against brute force and z3, on random formulas.
//! `cargo xtask fuzz horn`: answers on systems over numbers against an explicit-state oracle and z3.
//! `cargo xtask fuzz lp`: the exact simplex against z3 and its own certificates, on random linear programs.
//! `cargo xtask fuzz sorts`: how many values sorts have, against enumeration, on random families of datatypes.
//! `cargo xtask fuzz pi`: verdicts on mutants of programs against the interpreter.
//! `cargo xtask fuzz limits`: whether limits hold on inputs made to be slow or large.
//!
//! The work is done by examples of `session` and `testkit`, built for release, so that this crate stays
//! light and the engines run at full speed. A short round of some belongs to what the server runs, built as tests are.

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

/// What the server runs: contests that need no peer, each for less than a minute on one core. Formulas with quantifiers are not among
/// them: a few take longer than they may, which is a fault there, and says nothing of a commit.
const SHORT: [(&str, &[&str]); 3] = [
    ("hw", &["--count", "9000"]),
    ("smt", &["--suite", "ground", "--peer", "none", "--count", "9000"]),
    ("horn", &["--peer", "none", "--count", "300"]),
];

/// Runs the contest of this name; true when nothing disagreed.
pub fn run(root: &Path, name: &str, options: &[&str]) -> Result<bool, String> {
    if name == "limits" {
        return limits::run(root, options);
    }
    contest(root, name, &["--release"], options)
}

/// Two minutes of contests on inputs that no earlier commit has met: the first seed is made from the commit.
pub fn short(root: &Path) -> Result<bool, String> {
    let seed = seed_of_commit(root).to_string();
    for (name, options) in SHORT {
        println!("== fuzz {name} {} --seed {seed}", options.join(" "));
        if !contest(root, name, &["--quiet"], &[options, &["--seed", &seed]].concat())? {
            println!("failed: fuzz {name}");
            return Ok(false);
        }
    }
    Ok(true)
}

/// A number for the commit that is checked out, the same for everybody; 0 where git does not tell.
fn seed_of_commit(root: &Path) -> u32 {
    let told = Command::new("git").args(["rev-parse", "HEAD"]).current_dir(root).output();
    let name = told.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    name.ok().and_then(|name| u32::from_str_radix(name.get(..7)?, 16).ok()).unwrap_or(0)
}

fn contest(root: &Path, name: &str, build: &[&str], options: &[&str]) -> Result<bool, String> {
    let contest = CONTESTS.iter().find(|(known, ..)| *known == name);
    let (_, package, example) = contest.ok_or_else(|| {
        let names = CONTESTS.map(|(name, ..)| name);
        format!("no such contest: {name}; there are {}, limits", names.join(", "))
    })?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["run", "--package", package, "--example", example])
        .args(build)
        .arg("--")
        .args(options)
        .current_dir(root)
        .status()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    Ok(status.success())
}
