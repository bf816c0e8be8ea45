//! `cargo xtask editors`: the VS Code extension, checked, tested and packaged.

use std::path::Path;

use crate::npm::{self, Outcome};

/// Checks the types, runs the tests and makes the `.vsix`, where npm can.
pub fn run(root: &Path) -> Result<bool, String> {
    let folder = root.join("editors").join("vscode");
    if let Outcome::Skipped(why) = npm::install(&folder)? {
        println!("SKIPPED: {why}: the VS Code extension is neither tested nor packaged");
        return Ok(true);
    }
    let scripts = ["check", "test", "package"];
    Ok(scripts.iter().all(|name| matches!(npm::script(&folder, name, &[]), Outcome::Done)))
}
