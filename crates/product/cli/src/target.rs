//! The files that are written: tested before the work starts, and written whole or not at all.
//!
//! Devices, pipes and standard output (`-`) have no place beside them, and are written as they are.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use buttress_session::{PartFile, write_whole};

use crate::files::{self, plain};

/// What is written to.
enum Target {
    /// Standard output.
    Output,
    /// Standard error.
    Errors,
    /// A device or a pipe.
    Device,
    /// A file, links followed.
    File(PathBuf),
}

impl Target {
    fn of(path: &Path) -> Target {
        match path.to_str() {
            Some("-" | "/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1") => return Target::Output,
            Some("/dev/stderr" | "/dev/fd/2" | "/proc/self/fd/2") => return Target::Errors,
            _ => {}
        }
        match fs::metadata(path) {
            Ok(known) if !known.is_file() && !known.is_dir() => Target::Device,
            // The file behind a link is replaced, not the link.
            _ => Target::File(fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())),
        }
    }
}

/// The name by which reports call what is written to.
pub fn shown(path: &Path) -> String {
    match path.to_str() {
        Some("-") => "standard output".to_owned(),
        _ => files::shown(path),
    }
}

/// Is it a file that can have others beside it, and not a device, a pipe or standard output?
pub fn is_file(path: &Path) -> bool {
    matches!(Target::of(path), Target::File(_))
}

/// Can all of these be written, and is none of them an input? The error is one line for the user.
pub fn ready<'a>(
    targets: impl IntoIterator<Item = &'a PathBuf>,
    inputs: &[PathBuf],
) -> Result<(), String> {
    for path in targets {
        let real = fs::canonicalize(path).ok();
        let is_same = |input: &PathBuf| real.is_some() && fs::canonicalize(input).ok() == real;
        if is_file(path) && inputs.iter().any(is_same) {
            return Err(format!("{} is an input, and would be overwritten", shown(path)));
        }
        writable(path)?;
    }
    Ok(())
}

/// Can this be written? The error is one line for the user.
pub fn writable(path: &Path) -> Result<(), String> {
    let failed = |problem: &str| Err(format!("{} cannot be written: {problem}", shown(path)));
    let Target::File(real) = Target::of(path) else { return Ok(()) };
    if real.is_dir() {
        return failed("it is a folder");
    }
    let folder = folder(&real);
    if !folder.exists() {
        return failed(&format!("there is no folder {}", shown(folder)));
    }
    if !folder.is_dir() {
        return failed(&format!("{} is no folder", shown(folder)));
    }
    let tested = match OpenOptions::new().write(true).open(&real) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound => PartFile::beside(&real).map(drop),
        Err(error) => Err(error),
    };
    tested.or_else(|error| failed(&plain(&error)))
}

/// Writes a file. The error is one line for the user.
pub fn store(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let written = match Target::of(path) {
        Target::Output => passed_on(&mut io::stdout().lock(), bytes),
        Target::Errors => passed_on(&mut io::stderr().lock(), bytes),
        Target::Device => {
            OpenOptions::new().write(true).open(path).and_then(|mut file| file.write_all(bytes))
        }
        Target::File(real) => match write_whole(&real, bytes) {
            // A file may be ours in a folder that is not.
            Err(error) if error.kind() == ErrorKind::PermissionDenied && real.is_file() => {
                fs::write(&real, bytes)
            }
            written => written,
        },
    };
    written.map_err(|error| format!("{} cannot be written: {}", shown(path), plain(&error)))
}

/// A reader that has gone away changes nothing about the answer.
fn passed_on(output: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    match output.write_all(bytes).and_then(|()| output.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// The folder that a file lies in.
fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// `path` with `part` before its extension: `out.cert` and `bad1` make `out.bad1.cert`.
pub fn with_part(path: &Path, part: &str) -> PathBuf {
    // A device has no others beside it.
    if !is_file(path) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_written_is_told_before() {
        let refusal = |path: &str| writable(Path::new(path)).unwrap_err();
        assert_eq!(
            refusal("no/such/out.cert"),
            "no/such/out.cert cannot be written: there is no folder no/such"
        );
        assert_eq!(refusal("src"), "src cannot be written: it is a folder");
        assert_eq!(
            refusal("Cargo.toml/out.cert"),
            "Cargo.toml/out.cert cannot be written: Cargo.toml is no folder"
        );
        assert_eq!(writable(Path::new("-")), Ok(()));
    }

    #[test]
    fn inputs_are_not_overwritten() {
        let input = PathBuf::from("Cargo.toml");
        let refusal = ready([&PathBuf::from("./Cargo.toml")], &[input]).unwrap_err();
        assert_eq!(refusal, "./Cargo.toml is an input, and would be overwritten");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = std::env::temp_dir().join(format!("buttress-target-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (file, link) = (folder.join("file"), folder.join("link"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&file, &link).unwrap();
        store(&link, b"new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(store(Path::new("/dev/null"), b"x"), Ok(()));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn parts_go_before_the_extension() {
        let part = |path| with_part(Path::new(path), "bad1").display().to_string();
        assert_eq!(part("out.cert"), "out.bad1.cert");
        assert_eq!(part("a.b/out"), "a.b/out.bad1");
        assert_eq!(part("out.tar.gz"), "out.tar.bad1.gz");
        assert_eq!(part("-"), "-");
    }
}
