//! The same sources in another folder: what is made from them must not differ.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::place::Place;

/// Copies the repository's files beside what cargo builds, where they are built once more.
pub fn copied(here: &Place) -> Result<Place, String> {
    // A longer path than ours, so that it would show in the bytes.
    let folder = here.target.join("twin").join("another-folder-with-a-longer-name");
    let root = folder.join("buttress");
    for path in &here.files {
        let copy = root.join(path);
        let cannot = |error: std::io::Error| format!("cannot copy {path}: {error}");
        fs::create_dir_all(copy.parent().unwrap_or(&root)).map_err(cannot)?;
        fs::copy(here.root.join(path), copy).map_err(cannot)?;
    }
    let files = here.files.clone();
    Ok(Place { target: root.join("target"), shipped: folder.join("shipped"), root, files })
}

/// The files that belong to the repository, in order: those that git knows, and those it would take.
pub fn files(root: &Path) -> Result<Vec<String>, String> {
    let words = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let output = Command::new("git").args(words).current_dir(root).output();
    let output = output.map_err(|error| format!("cannot run git: {error}"))?;
    if !output.status.success() {
        return Err(format!("git ls-files: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let names = String::from_utf8_lossy(&output.stdout).into_owned();
    let names = names.split('\0').filter(|name| !name.is_empty());
    // A file that was deleted and not yet committed is still listed.
    let mut files: Vec<String> =
        names.filter(|name| root.join(name).is_file()).map(str::to_owned).collect();
    files.sort();
    Ok(files)
}

/// Are both results the same, archive for archive?
pub fn is_equal(first: &[(String, String)], second: &[(String, String)]) -> bool {
    for ((name, digest), (_, other)) in first.iter().zip(second) {
        println!("{name}: {}", if digest == other { "the same twice" } else { "DIFFERS" });
    }
    first == second
}
