//! What cargo knows of the workspace (`cargo metadata`), as JSON.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Asks cargo about the workspace, with further options.
pub fn of_workspace(root: &Path, options: &[&str]) -> Result<Value, String> {
    // Without the network if the lock file's packages are at hand, else with it.
    let offline = [options, &["--offline"]].concat();
    let text = asked(root, &offline).or_else(|_| asked(root, options))?;
    serde_json::from_str(&text).map_err(|error| format!("cargo metadata is not JSON: {error}"))
}

/// The packages of the workspace that are published.
pub fn published(metadata: &Value) -> impl Iterator<Item = &Value> {
    own(metadata).filter(|package| !is_private(package))
}

/// The names of the packages of the workspace that are not published.
pub fn private(metadata: &Value) -> impl Iterator<Item = &str> {
    own(metadata).filter(|package| is_private(package)).filter_map(|it| it["name"].as_str())
}

/// What comes from this repository has no source.
fn own(metadata: &Value) -> impl Iterator<Item = &Value> {
    metadata["packages"].as_array().into_iter().flatten().filter(|it| it["source"].is_null())
}

/// `publish = false` is told as an empty list of registries.
fn is_private(package: &Value) -> bool {
    package["publish"].as_array().is_some_and(Vec::is_empty)
}

fn asked(root: &Path, options: &[&str]) -> Result<String, String> {
    let mut command = Command::new(cargo());
    command.args(["metadata", "--format-version", "1"]).args(options).current_dir(root);
    let output = command.output().map_err(|error| format!("cannot run cargo: {error}"))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("cargo metadata failed: {message}"));
    }
    String::from_utf8(output.stdout).map_err(|error| format!("cargo metadata: {error}"))
}

/// The cargo that runs this chore.
pub fn cargo() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}
