//! `cargo xtask fuzz hw`: every engine against the explicit-state oracle, on random circuits.
//! `cargo xtask fuzz smt`: the solver against brute force and z3, on random formulas.
//! `cargo xtask fuzz horn`: verdicts on systems over numbers against an explicit-state oracle and z3.
//!
//! The work is done by examples of `session`, built for release, so that this crate stays
//! light and the engines run at full speed.

use std::path::Path;
use std::process::Command;

/// Runs the contest of this example; true when nothing disagreed.
pub fn run(root: &Path, example: &str, options: &[&str]) -> Result<bool, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["run", "--release", "--package", "buttress-session", "--example", example, "--"])
        .args(options)
        .current_dir(root)
        .status()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    Ok(status.success())
}
