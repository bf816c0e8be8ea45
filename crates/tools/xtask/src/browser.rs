//! Reports in a real browser: `npm` brings what drives it, Chromium is the system's own. What is missing is said.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the tests are.
const FOLDER: &str = "crates/product/report/browser";
/// Where pictures for the documents go.
const PICTURES: &str = "docs/pictures";

/// Runs the tests with this program; with `--pictures`, the pictures of the documents are made anew; with `--frames`, frames of more
/// than 100 ms fail, which is for a machine that does nothing else.
pub fn run(root: &Path, program: &Path, options: &[&str]) -> Result<bool, String> {
    if options.iter().any(|option| !["--pictures", "--frames"].contains(option)) {
        return Err("usage: cargo xtask browser [--pictures] [--frames]".to_owned());
    }
    let folder = root.join(FOLDER);
    for tool in ["node", "npm"] {
        if Command::new(tool).arg("--version").output().is_err() {
            println!(
                "SKIPPED: there is no {tool} here, so that no report was looked at in a browser"
            );
            return Ok(true);
        }
    }
    if !folder.join("node_modules").exists() && !ran(Command::new("npm").arg("ci"), &folder)? {
        println!(
            "SKIPPED: npm could not bring what drives a browser, so that no report was looked at in one"
        );
        return Ok(true);
    }
    let program: PathBuf = root.join(program);
    let mut command = Command::new("node");
    command.arg("run.mjs").arg(program);
    if options.contains(&"--frames") {
        command.arg("--frames");
    }
    if options.contains(&"--pictures") {
        command.arg(root.join(PICTURES));
    }
    ran(&mut command, &folder)
}

fn ran(command: &mut Command, folder: &Path) -> Result<bool, String> {
    let status = command.current_dir(folder).status();
    status
        .map(|status| status.success())
        .map_err(|error| format!("cannot run {command:?}: {error}"))
}
