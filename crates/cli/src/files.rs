//! Reading the files a user names, and saying what is wrong with a name.

use std::fs;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// How different a sibling's name may be to be suggested: at most one letter in this many.
const LETTERS_PER_SLIP: usize = 3;

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
    let shown = path.display();
    if path.is_dir() {
        return Err(format!("{shown} is a folder; name the files in it"));
    }
    fs::read(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => match sibling(path) {
            Some(sibling) => {
                format!("{shown}: no such file; did you mean {}?", sibling.display())
            }
            None => format!("{shown}: no such file"),
        },
        ErrorKind::PermissionDenied => format!("{shown} cannot be read: permission denied"),
        _ => format!("{shown} cannot be read: {}", plain(&error)),
    })
}

/// Writes evidence to a file. The error is one line for the user.
pub fn store(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes)
        .map_err(|error| format!("{} cannot be written: {}", path.display(), plain(&error)))
}

/// Does this text begin as an SMT-LIB script does, remarks aside?
pub fn is_script(text: &[u8]) -> bool {
    let mut lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_start);
    let first = lines.find(|line| !matches!(line.first(), None | Some(b';')));
    first.is_some_and(|line| line.starts_with(b"("))
}

/// The name by which reports call a file.
pub fn shown(path: &Path) -> String {
    if path == Path::new("-") { "<stdin>".to_owned() } else { path.display().to_string() }
}

/// `path` with `part` before its extension: `out.cert` and `bad1` make `out.bad1.cert`.
pub fn with_part(path: &Path, part: &str) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(".");
    name.push(part);
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

/// The system's words without its number.
fn plain(error: &io::Error) -> String {
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

/// The name that is nearest to `wanted`, if one is near enough to be a slip of the finger.
pub fn nearest(wanted: &str, names: impl IntoIterator<Item = String>) -> Option<String> {
    let allowed = (wanted.chars().count() / LETTERS_PER_SLIP).clamp(1, 4);
    let distance = |name: &str| strsim::damerau_levenshtein(wanted, name);
    let close = names.into_iter().map(|name| (distance(&name), name));
    // Equal distances are settled by name, because folders are listed in any order.
    close.filter(|(distance, _)| *distance <= allowed).min().map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_go_before_the_extension() {
        let part = |path| with_part(Path::new(path), "bad1").display().to_string();
        assert_eq!(part("out.cert"), "out.bad1.cert");
        assert_eq!(part("a.b/out"), "a.b/out.bad1");
        assert_eq!(part("out.tar.gz"), "out.tar.bad1.gz");
    }

    #[test]
    fn scripts_are_recognised_behind_remarks() {
        assert!(is_script(b"; a remark\n\n  (check-sat)") && is_script(b"(exit)"));
        assert!(!is_script(b"") && !is_script(b"aag 0 0 0 0 0\n(") && !is_script(b"; (x)"));
    }

    #[test]
    fn slips_are_recognised_and_other_names_are_not() {
        let names = || ["counter.aag", "fifo.aag", "arbiter.aag"].map(str::to_owned);
        assert_eq!(nearest("conuter.aag", names()).as_deref(), Some("counter.aag"));
        assert_eq!(nearest("peterson.aag", names()), None);
        assert_eq!(nearest("x", names()), None);
    }
}
