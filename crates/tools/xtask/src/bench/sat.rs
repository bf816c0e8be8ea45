//! `cargo xtask bench sat`: our solver beside CaDiCaL.

use std::path::Path;
use std::process::Command;

/// Runs `bench/sat`, a package apart because it asks for a C++ compiler; true when all answers
/// agree.
pub fn run(root: &Path, words: &[&str]) -> Result<bool, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["run", "--quiet", "--release", "--manifest-path", "bench/sat/Cargo.toml", "--"])
        .args(words)
        .current_dir(root)
        .status()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    match status.code() {
        Some(0) => Ok(true),
        Some(1) => Ok(false),
        _ => Err("the comparison did not finish".to_owned()),
    }
}
