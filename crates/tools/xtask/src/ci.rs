//! What the server runs, in the order that fails soonest.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{fuzz, tidy};

const STEPS: [&[&str]; 3] = [
    &["fmt", "--all", "--check"],
    &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"],
    &["test", "--workspace"],
];

/// Runs every step; stops at the first that fails.
pub fn run(root: &Path) -> Result<bool, String> {
    println!("== tidy");
    if !tidy::run(root)? {
        return Ok(false);
    }
    for step in STEPS {
        println!("== cargo {}", step.join(" "));
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        // Built once from a clean clone: incremental data would only double the disk it takes.
        let status =
            Command::new(cargo).args(step).current_dir(root).env("CARGO_INCREMENTAL", "0").status();
        let status = status.map_err(|error| format!("cannot run cargo: {error}"))?;
        if !status.success() {
            println!("failed: cargo {}", step.join(" "));
            return Ok(false);
        }
    }
    // The tests have built the program.
    println!("== fuzz limits");
    let program = target(root).join("debug").join("buttress").display().to_string();
    let options = ["--count", "100", "--jobs", "2", "--program", &program];
    if !fuzz::run(root, "limits", &options)? {
        println!("failed: fuzz limits");
        return Ok(false);
    }
    println!("all green");
    Ok(true)
}

/// Where cargo puts what it builds.
fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}
