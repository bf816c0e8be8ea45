//! Reading the files a user names, and saying what is wrong with a name.

use std::fs;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::limits::FOLDER_DEPTH;
use crate::nearest::nearest;
use crate::style::legible;

/// Reads a file, or standard input for `-`. The error is one line for the user.
pub fn load(path: &Path) -> Result<Vec<u8>, String> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        let read = io::stdin().lock().read_to_end(&mut bytes);
        return match read {
            Ok(_) => Ok(bytes),
            Err(error) => Err(format!("standard input cannot be read: {}", plain(&error))),
        };
    }
    let name = shown(path);
    if path.is_dir() {
        return Err(format!("{name} is a folder; name the files in it"));
    }
    fs::read(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound if path.is_symlink() => {
            format!("{name} is a link to a file that is not there")
        }
        ErrorKind::NotFound => match sibling(path) {
            Some(sibling) => {
                format!("{name}: no such file; did you mean {}?", shown(&sibling))
            }
            None => format!("{name}: no such file"),
        },
        ErrorKind::PermissionDenied => format!("{name} cannot be read: permission denied"),
        _ => format!("{name} cannot be read: {}", plain(&error)),
    })
}

/// The files that are meant: a folder means those in it, and in folders in it, whose names say that they can be
/// proved. The error is the folder and one line for the user.
pub fn expanded(paths: &[PathBuf]) -> Vec<Result<PathBuf, (PathBuf, String)>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(Ok(path.clone()));
            continue;
        }
        let mut found = Vec::new();
        let problem = listed(path, FOLDER_DEPTH, &mut found).err();
        found.sort();
        match problem {
            Some(error) => {
                let problem = format!("{} cannot be read: {}", shown(path), plain(&error));
                files.push(Err((path.clone(), problem)));
            }
            None if found.is_empty() => {
                let problem = format!("{} is a folder without files to prove", shown(path));
                files.push(Err((path.clone(), problem)));
            }
            None => files.extend(found.into_iter().map(Ok)),
        }
    }
    files
}

/// The ends of names of files that can be proved.
const PROVABLE: [&str; 5] = ["pi", "aag", "aig", "smt2", "vmt"];

fn listed(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) -> io::Result<()> {
    let Some(depth) = depth.checked_sub(1) else { return Ok(()) };
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        if path.is_dir() {
            listed(&path, depth, found)?;
        } else if extension.is_some_and(|extension| PROVABLE.contains(&extension)) {
            found.push(path);
        }
    }
    Ok(())
}

/// The end of a name in small letters, compression aside.
pub fn extension(path: &Path) -> Option<String> {
    let end = |path: &Path| Some(path.extension()?.to_str()?.to_ascii_lowercase());
    match end(path)? {
        gz if gz == "gz" => end(&PathBuf::from(path.file_stem()?)),
        other => Some(other),
    }
}

/// The name by which reports call standard input.
pub const STDIN: &str = "<stdin>";

/// The name by which reports call a file. One that would move cursors or break lines is shown without these letters.
pub fn shown(path: &Path) -> String {
    if path == Path::new("-") { STDIN.to_owned() } else { legible(&path.to_string_lossy()) }
}

/// The system's words without its number.
pub fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    let end = text.find(" (os error").unwrap_or(text.len());
    text[..end].to_owned()
}

/// A file beside a missing one whose name is almost the same.
fn sibling(path: &Path) -> Option<PathBuf> {
    let wanted = path.file_name()?.to_str()?;
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let entries = fs::read_dir(parent.unwrap_or(Path::new("."))).ok()?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let close = nearest(wanted, names)?;
    Some(path.with_file_name(close))
}
