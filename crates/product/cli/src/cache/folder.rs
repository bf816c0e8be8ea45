//! The entries of a folder of proofs: counted, trimmed and removed. Files with other names are somebody else's.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::limits::{ABANDONED_AGE, CACHE_BLOCK, CACHE_SLACK};

/// An entry.
pub struct Entry {
    path: PathBuf,
    /// The bytes that it takes on a disk, about.
    bytes: u64,
    /// When it was written or found the last time.
    used: SystemTime,
    /// Is it what a process has left behind that was ended while it wrote?
    is_part: bool,
}

/// Makes a folder that nobody else can read, if there is none; it need not succeed.
pub fn make(folder: &Path) {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    let _ = builder.create(folder);
}

/// The entries of a folder, in no order; none if it cannot be read.
pub fn entries(folder: &Path) -> Vec<Entry> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let entry = |file: fs::DirEntry| {
        let name = file.file_name();
        let name = name.to_str()?;
        let is_part = is_part(name);
        // Links are not followed: this is about what lies here.
        let known = file.metadata().ok().filter(fs::Metadata::is_file)?;
        let used = known.modified().ok()?;
        let bytes = known.len().next_multiple_of(CACHE_BLOCK);
        (is_part || is_entry(name)).then(|| Entry { path: file.path(), bytes, used, is_part })
    };
    files.filter_map(entry).collect()
}

/// The bytes of all entries.
pub fn total(entries: &[Entry]) -> u64 {
    entries.iter().map(|entry| entry.bytes).sum()
}

/// Removes entries until a folder holds less than so many bytes: those first that were not used for longest. Others may do the
/// same at the same time, or use what is removed: an entry that is gone is as good as one that never was.
pub fn trim(folder: &Path, most: u64) {
    let mut entries = entries(folder);
    let mut held = total(&entries);
    entries.sort_by_key(|entry| entry.used);
    let goal = if held > most { most - most / CACHE_SLACK } else { most };
    for entry in entries {
        let age = entry.used.elapsed().unwrap_or_default();
        let is_left_behind = entry.is_part && age > ABANDONED_AGE;
        if (held > goal && !entry.is_part) || is_left_behind {
            let _ = fs::remove_file(&entry.path);
            held -= entry.bytes;
        }
    }
}

/// Removes all entries; how many went, and how many could not be removed.
pub fn clean(folder: &Path) -> (usize, usize) {
    let entries = entries(folder);
    let failed = entries.iter().filter(|entry| fs::remove_file(&entry.path).is_err()).count();
    (entries.len() - failed, failed)
}

/// Is it the name of a proof or of facts?
fn is_entry(name: &str) -> bool {
    let Some((stem, "proof" | "facts")) = name.split_once('.') else { return false };
    stem.len() == 32 && stem.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Is it the name of a file that is being written?
fn is_part(name: &str) -> bool {
    name.starts_with(".buttress-") && name.ends_with(".part")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("buttress-{name}-{}", std::process::id()));
        make(&folder);
        folder
    }

    fn write(folder: &Path, name: &str, bytes: usize, age: u64) {
        let path = folder.join(name);
        fs::write(&path, vec![b'x'; bytes]).unwrap();
        let file = fs::File::options().write(true).open(path).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(age)).unwrap();
    }

    fn named(folder: &Path) -> Vec<String> {
        let files = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_was_not_used_for_longest_goes_first() {
        let folder = folder("trim");
        let name = |digit: &str, end: &str| format!("{}.{end}", digit.repeat(32));
        write(&folder, &name("a", "proof"), 5000, 30);
        write(&folder, &name("b", "facts"), 5000, 10);
        write(&folder, &name("c", "proof"), 5000, 20);
        write(&folder, "mine.proof", 5000, 40);
        write(&folder, ".buttress-1-1.part", 5000, 3 * 24 * 60 * 60);
        write(&folder, ".buttress-1-2.part", 5000, 1);
        trim(&folder, 1 << 20);
        let kept =
            [".buttress-1-2.part", &name("a", "proof"), &name("b", "facts"), &name("c", "proof")];
        assert_eq!(named(&folder), [&kept[..], &["mine.proof"]].concat());
        // Each takes two blocks, so that the bound is passed, and a quarter of it is made free.
        trim(&folder, 7 * CACHE_BLOCK);
        assert_eq!(named(&folder), [".buttress-1-2.part", &name("b", "facts"), "mine.proof"]);
        assert_eq!(clean(&folder), (2, 0));
        assert_eq!(named(&folder), ["mine.proof"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_folder_that_is_none_is_empty() {
        let missing = Path::new("/nowhere/at/all");
        make(missing);
        trim(missing, 0);
        assert_eq!((entries(missing).len(), clean(missing)), (0, (0, 0)));
    }
}
