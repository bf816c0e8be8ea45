//! Reading the files a user names, and saying what is wrong with a name.

use std::fs;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::limits::{FILE_BEGINNING, FOLDER_DEPTH, LETTERS_PER_SLIP};
use crate::target;

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
                let problem = format!("{} cannot be read: {}", path.display(), plain(&error));
                files.push(Err((path.clone(), problem)));
            }
            None if found.is_empty() => {
                let problem = format!("{} is a folder without files to prove", path.display());
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

/// Does this text begin as an SMT-LIB script does, remarks aside?
pub fn is_script(text: &[u8]) -> bool {
    let mut lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_start);
    let first = lines.find(|line| !matches!(line.first(), None | Some(b';')));
    first.is_some_and(|line| line.starts_with(b"("))
}

/// Does this text begin as programs do, remarks aside?
pub fn begins_as_program(text: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(text.get(..FILE_BEGINNING).unwrap_or(text)) else {
        return false;
    };
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    loop {
        rest = match (rest.strip_prefix("//"), rest.strip_prefix("/*")) {
            (Some(remark), _) => remark.split_once('\n').map_or("", |(_, rest)| rest).trim_start(),
            (_, Some(remark)) => remark.split_once("*/").map_or("", |(_, rest)| rest).trim_start(),
            _ => break,
        };
    }
    let word_end = rest.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(rest.len());
    let words =
        ["predicate", "struct", "class", "typedef", "define", "int", "float", "bool", "void"];
    let is_sign =
        ["@pre", "@post", "#include", "# (", "#("].iter().any(|sign| rest.starts_with(sign));
    is_sign || words.contains(&&rest[..word_end])
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

/// The name by which reports call a file.
pub fn shown(path: &Path) -> String {
    if path == Path::new("-") { STDIN.to_owned() } else { path.display().to_string() }
}

/// `path` with `part` before its extension: `out.cert` and `bad1` make `out.bad1.cert`.
pub fn with_part(path: &Path, part: &str) -> PathBuf {
    // A device has no others beside it.
    if !target::is_file(path) {
        return path.to_owned();
    }
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
        assert_eq!(part("-"), "-");
    }

    #[test]
    fn scripts_are_recognised_behind_remarks() {
        assert!(is_script(b"; a remark\n\n  (check-sat)") && is_script(b"(exit)"));
        assert!(!is_script(b"") && !is_script(b"aag 0 0 0 0 0\n(") && !is_script(b"; (x)"));
    }

    #[test]
    fn programs_are_recognised_by_their_beginning() {
        let is = |text: &str| begins_as_program(text.as_bytes());
        assert!(is("// x\n/* y\n */ @pre true"));
        assert!(is("int[] a;") && is("#include \"arrays.pi\"\n"));
        assert!(!is("") && !is("aag 0 0 0 0 0\n") && !is("(exit)") && !is("integer x"));
        assert!(!begins_as_program(b"aig 1 1 0 0 0\n\xff"));
    }

    #[test]
    fn slips_are_recognised_and_other_names_are_not() {
        let names = || ["counter.aag", "fifo.aag", "arbiter.aag"].map(str::to_owned);
        assert_eq!(nearest("conuter.aag", names()).as_deref(), Some("counter.aag"));
        assert_eq!(nearest("peterson.aag", names()), None);
        assert_eq!(nearest("x", names()), None);
    }
}
