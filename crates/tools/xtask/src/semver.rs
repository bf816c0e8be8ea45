//! `cargo xtask semver`: the library's public names against those of an earlier revision.

use std::path::Path;
use std::process::Command;

/// Compares with a revision of git, by default the last release.
pub fn run(root: &Path, options: &[&str]) -> Result<bool, String> {
    let is_there = Command::new("cargo").args(["semver-checks", "--version"]).output();
    if !is_there.is_ok_and(|output| output.status.success()) {
        println!(
            "SKIPPED: there is no cargo-semver-checks (`cargo install cargo-semver-checks --locked`)"
        );
        return Ok(true);
    }
    let baseline = match options {
        [] => last_release(root),
        [revision] => Some((*revision).to_owned()),
        _ => return Err("usage: cargo xtask semver [REVISION]".to_owned()),
    };
    let Some(baseline) = baseline else {
        println!(
            "SKIPPED: nothing was released yet; `cargo xtask semver REVISION` names what to compare with"
        );
        return Ok(true);
    };
    let mut check = Command::new("cargo");
    check.args(["semver-checks", "--package", "buttress", "--baseline-rev", &baseline]);
    check.args(["--only-explicit-features"]).current_dir(root);
    let status = check.status().map_err(|error| format!("cargo semver-checks: {error}"))?;
    Ok(status.success())
}

/// The last tag that names a version.
fn last_release(root: &Path) -> Option<String> {
    let mut describe = Command::new("git");
    describe.args(["describe", "--tags", "--abbrev=0", "--match", "v*"]).current_dir(root);
    let output = describe.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
