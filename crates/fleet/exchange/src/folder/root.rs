//! The folder itself: files that appear whole, or do not appear.

use std::collections::hash_map::RandomState;
use std::fs::{self, File};
use std::hash::{BuildHasher, Hasher};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use super::fault::fault;
use crate::error::{ExchangeError, Result};
use crate::limits::{ABANDONED_AGE, at_most};

/// The folders inside. `jobs` has three parts.
const PARTS: [&str; 9] = [
    "temp",
    "blobs",
    "streams",
    "settled",
    "notes",
    "jobs",
    "jobs/ids",
    "jobs/waiting",
    "jobs/running",
];

/// The file that says that this is an exchange, and of which version. Without it the share is not mounted.
const MARK: &str = "buttress-exchange";
const VERSION: &[u8] = b"1\n";

/// How well a file is stored before it appears.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Durability {
    /// Written; a crash of the machine may lose it.
    Written,
    /// On the disk.
    Synced,
}

/// The folder of an exchange, as seen by one process.
#[derive(Debug)]
pub(super) struct Root {
    path: PathBuf,
    /// A name that no other process has.
    token: String,
    count: AtomicU64,
}

impl Root {
    /// Opens a folder, and makes what is missing in it.
    pub(super) fn open(path: &Path) -> Result<Root> {
        let root = Root { path: path.to_owned(), token: token(), count: AtomicU64::new(0) };
        root.make(path)?;
        for part in PARTS {
            root.make(&root.path(part))?;
        }
        root.create(&root.path(MARK), VERSION)?;
        if root.read(&root.path(MARK), 1 << 10)?.as_deref() != Some(VERSION) {
            let why = format!("{} is an exchange of another version", root.shown());
            return Err(ExchangeError::Refused(why));
        }
        root.sweep()?;
        Ok(root)
    }

    /// The path of a part.
    pub(super) fn path(&self, part: &str) -> PathBuf {
        self.path.join(part)
    }

    /// A name that no other process has.
    pub(super) fn token(&self) -> &str {
        &self.token
    }

    /// A number that this process has not used.
    pub(super) fn number(&self) -> u64 {
        self.count.fetch_add(1, Ordering::Relaxed)
    }

    /// The folder's path, for people.
    pub(super) fn shown(&self) -> impl std::fmt::Display + '_ {
        self.path.display()
    }

    /// Where a file may be written before it appears.
    pub(super) fn temp_path(&self) -> PathBuf {
        self.path("temp").join(format!("{}-{}", self.token, self.number()))
    }

    /// Writes a file that has not appeared yet.
    pub(super) fn temp(&self, bytes: &[u8], durability: Durability) -> Result<PathBuf> {
        let path = self.temp_path();
        let write = || {
            let mut file = File::create_new(&path)?;
            file.write_all(bytes)?;
            if durability == Durability::Synced { file.sync_all() } else { Ok(()) }
        };
        write().map_err(|error| {
            // A full disk leaves a part; if it cannot be removed either, `sweep` does it one day.
            let _ = fs::remove_file(&path);
            fault(&path, &error)
        })?;
        Ok(path)
    }

    /// Writes a file, in place of one that may be there.
    pub(super) fn replace(&self, path: &Path, bytes: &[u8], durability: Durability) -> Result<()> {
        let temp = self.temp(bytes, durability)?;
        fs::rename(&temp, path).map_err(|error| {
            let _ = fs::remove_file(&temp);
            fault(path, &error)
        })
    }

    /// Writes a file unless there is one. Was it written? The first wins.
    pub(super) fn create(&self, path: &Path, bytes: &[u8]) -> Result<bool> {
        let temp = self.temp(bytes, Durability::Synced)?;
        let linked = self.link(&temp, path);
        let _ = fs::remove_file(&temp);
        linked
    }

    /// Gives a file a second name unless somebody has it. Was it given? The first wins.
    pub(super) fn link(&self, from: &Path, to: &Path) -> Result<bool> {
        match fs::hard_link(from, to) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(fault(to, &error)),
        }
    }

    /// Moves a file. Was it there? Of several who move it away, one wins.
    pub(super) fn rename(&self, from: &Path, to: &Path) -> Result<bool> {
        match fs::rename(from, to) {
            Ok(()) => Ok(true),
            Err(error) => self.absent(from, &error).map(|()| false),
        }
    }

    /// Removes a file. Was it there? Of several who remove it, one wins.
    pub(super) fn remove(&self, path: &Path) -> Result<bool> {
        match fs::remove_file(path) {
            Ok(()) => Ok(true),
            Err(error) => self.absent(path, &error).map(|()| false),
        }
    }

    /// The bytes of a file, none if it is not there.
    pub(super) fn read(&self, path: &Path, most: usize) -> Result<Option<Vec<u8>>> {
        let mut bytes = Vec::new();
        let mut read = || {
            let file = File::open(path)?;
            let size = file.metadata()?.len();
            if size <= most as u64 {
                file.take(most as u64).read_to_end(&mut bytes)?;
            }
            Ok(size)
        };
        match read() {
            Ok(size) => {
                at_most(most, usize::try_from(size).unwrap_or(usize::MAX))?;
                Ok(Some(bytes))
            }
            Err(error) => self.absent(path, &error).map(|()| None),
        }
    }

    /// Makes a folder if it is not there.
    pub(super) fn make(&self, folder: &Path) -> Result<()> {
        match fs::create_dir(folder) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(fault(folder, &error)),
            _ => Ok(()),
        }
    }

    /// The names in a folder in order, none if it is not there. Names of the file system's own begin with a dot.
    pub(super) fn list(&self, folder: &Path) -> Result<Vec<String>> {
        let read = || {
            let mut names = Vec::new();
            for entry in fs::read_dir(folder)? {
                let name = entry?.file_name().to_string_lossy().into_owned();
                if !name.starts_with('.') {
                    names.push(name);
                }
            }
            names.sort();
            Ok(names)
        };
        read().or_else(|error| self.absent(folder, &error).map(|()| Vec::new()))
    }

    /// A file was not found. Fine, if the exchange itself is there; else the share is away.
    pub(super) fn absent(&self, path: &Path, error: &std::io::Error) -> Result<()> {
        if error.kind() != ErrorKind::NotFound {
            return Err(fault(path, error));
        }
        let mark = self.path(MARK);
        fs::metadata(&mark).map(drop).map_err(|error| fault(&mark, &error))
    }

    /// Can files be written, linked, moved and removed here?
    pub(super) fn probe(&self) -> Result<()> {
        self.absent(&self.path, &ErrorKind::NotFound.into())?;
        let (temp, other) = (self.temp(b"probe", Durability::Synced)?, self.temp_path());
        let linked = self.link(&temp, &other);
        let moved = self.rename(&temp, &self.temp_path_of(&other)).and_then(|_| {
            self.remove(&self.temp_path_of(&other))?;
            self.remove(&other)
        });
        linked.and(moved).map(drop)
    }

    fn temp_path_of(&self, other: &Path) -> PathBuf {
        other.with_extension("moved")
    }

    /// Removes what dead writers left. Ages are differences of times that the file server gave, so no clock of a worker matters.
    fn sweep(&self) -> Result<()> {
        let probe = self.temp(b"", Durability::Written)?;
        let time = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
        let now = time(&probe);
        for name in self.list(&self.path("temp"))? {
            let path = self.path("temp").join(name);
            let age = now.zip(time(&path)).and_then(|(now, then)| now.duration_since(then).ok());
            if age.is_some_and(|age| age > ABANDONED_AGE) || path == probe {
                self.remove(&path)?;
            }
        }
        Ok(())
    }
}

/// A name that no other process of any machine has. It begins with the time, so that names are about in the order in which processes began.
fn token() -> String {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_micros();
    // Keys of hash maps are the standard library's random numbers.
    let mut hasher = RandomState::new().build_hasher();
    hasher.write_u128(time);
    hasher.write_u32(std::process::id());
    format!("{time:015x}-{:016x}", hasher.finish())
}
