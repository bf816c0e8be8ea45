//! Files that are there whole or not at all.
//!
//! Invariant: what lies under the name that was asked for is never half of a file. The bytes go to a file
//! beside it first, under a name that no other process and no other thread uses, and that file is renamed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::limits::MOST_LEFT_BEHIND;

/// How many files this process has begun.
static BEGUN: AtomicU64 = AtomicU64::new(0);

/// A file beside another that takes its place when it is whole; dropped before that, it vanishes.
pub struct PartFile {
    place: PathBuf,
    file: Option<File>,
}

/// Writes a file whole, or leaves what is there as it is.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut part = PartFile::beside(path)?;
    part.write_all(bytes)?;
    part.rename(path)
}

impl PartFile {
    /// An empty file in the folder of `path`. This fails if the folder cannot be written to.
    pub fn beside(path: &Path) -> io::Result<PartFile> {
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut tried = 0;
        loop {
            let number = BEGUN.fetch_add(1, Ordering::Relaxed);
            let place = folder.join(format!(".buttress-{}-{number}.part", process::id()));
            match OpenOptions::new().write(true).create_new(true).open(&place) {
                Ok(file) => return Ok(PartFile { place, file: Some(file) }),
                Err(error)
                    if error.kind() == ErrorKind::AlreadyExists && tried < MOST_LEFT_BEHIND =>
                {
                    tried += 1;
                }
                Err(error) => return Err(error),
            }
        }
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.file {
            Some(file) => file.write_all(bytes).and_then(|()| file.flush()),
            None => Err(ErrorKind::NotFound.into()),
        }
    }

    /// Takes the place of `path`, whose permissions stay if there is such a file.
    fn rename(mut self, path: &Path) -> io::Result<()> {
        if let Ok(known) = fs::metadata(path) {
            fs::set_permissions(&self.place, known.permissions())?;
        }
        // Some systems rename no file that is open.
        let file = self.file.take();
        drop(file);
        let renamed = fs::rename(&self.place, path);
        if renamed.is_err() {
            let _ = fs::remove_file(&self.place);
        }
        renamed
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        if self.file.take().is_some() {
            let _ = fs::remove_file(&self.place);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    /// A folder of our own, and what lies in it in the end.
    fn within(name: &str, story: impl FnOnce(&Path)) -> Vec<String> {
        let folder = std::env::temp_dir().join(format!("buttress-whole-{name}-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        story(&folder);
        let mut names: Vec<String> = fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        fs::remove_dir_all(&folder).unwrap();
        names
    }

    #[test]
    fn nothing_is_left_but_the_file() {
        let names = within("one", |folder| {
            let path = folder.join("a.cert");
            write_whole(&path, b"old").unwrap();
            write_whole(&path, b"new").unwrap();
            assert_eq!(fs::read(&path).unwrap(), b"new");
        });
        assert_eq!(names, ["a.cert"]);
    }

    #[test]
    fn what_cannot_be_renamed_or_is_given_up_vanishes() {
        let names = within("none", |folder| {
            fs::create_dir(folder.join("taken")).unwrap();
            fs::write(folder.join("taken/inside"), b"").unwrap();
            assert!(write_whole(&folder.join("taken"), b"x").is_err());
            drop(PartFile::beside(&folder.join("b.cert")).unwrap());
            assert!(write_whole(&folder.join("missing/c.cert"), b"x").is_err());
        });
        assert_eq!(names, ["taken"]);
    }

    #[test]
    fn threads_never_share_a_part() {
        let names = within("threads", |folder| {
            let path = folder.join("shared");
            thread::scope(|scope| {
                for letter in [b'a', b'b', b'c', b'd'] {
                    let path = &path;
                    scope.spawn(move || {
                        for _ in 0..20 {
                            write_whole(path, &[letter; 5000]).unwrap();
                        }
                    });
                }
            });
            let bytes = fs::read(&path).unwrap();
            assert_eq!(bytes.len(), 5000);
            assert!(bytes.iter().all(|byte| *byte == bytes[0]));
        });
        assert_eq!(names, ["shared"]);
    }
}
