//! What the parts of the book share: where pages are, and how they are read, written and asked for.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the book's own pages are.
pub const PAGES: &str = "docs/book/src";
/// What stands at the head of each page that is generated.
pub const MADE: &str = "<!-- Made by `cargo xtask book --generate`. -->\n\n";

/// A file that is generated, by its path from the repository's folder.
pub type Generated = (String, String);

/// The text of a file of the repository.
pub fn read(root: &Path, path: &str) -> Result<String, String> {
    fs::read_to_string(root.join(path)).map_err(|error| format!("cannot read {path}: {error}"))
}

/// What the program prints, in a width and without colours that are the same everywhere.
pub fn printed(program: &Path, folder: &Path, words: &[&str]) -> Result<String, String> {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("BUTTRESS")) {
        command.env_remove(name);
    }
    command.args(words).current_dir(folder).env("COLUMNS", "100").env("NO_COLOR", "1");
    command.env("BUTTRESS_THREADS", "1");
    let output = command.output();
    let output = output.map_err(|error| format!("cannot run {}: {error}", program.display()))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(format!("buttress {}: {}", words.join(" "), String::from_utf8_lossy(&output.stderr)))
}

/// Writes a file, and makes its folder.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    let cannot = |error: std::io::Error| format!("cannot write {}: {error}", path.display());
    let folder: PathBuf = path.parent().map(Path::to_path_buf).unwrap_or_default();
    fs::create_dir_all(folder).map_err(cannot)?;
    fs::write(path, text).map_err(cannot)
}
