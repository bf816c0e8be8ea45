//! An exchange in a folder that machines share, for example over NFS: no server, and no locks.
//!
//! Invariant: a reader sees a file whole or not at all. Blobs, values, notes and jobs are written beside and then renamed or linked into place;
//! streams are frames with a checksum, of which a half-written last one is not read. Every choice of one among many (who settles, who takes a job, who
//! may add it) is a single `link` or `rename`, which the file server makes atomic.

mod fault;
mod frame;
mod name;
mod queue;
mod root;
mod stream;
mod watch;

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::cursor::Cursor;
use crate::digest::Digest;
use crate::error::{ExchangeError, Result};
use crate::exchange::Exchange;
use crate::key::Key;
use crate::lease::{JobId, Lease, Queue};
use crate::limits::{
    LARGEST_BLOB, LONGEST_NAME, LONGEST_VALUE, MOST_ENTRIES, MOST_TABLE_BYTES, absent_if_large,
    at_most,
};

use name::file_name;
use queue::Jobs;
use root::{Durability, Root};
use stream::Streams;

/// An exchange in a shared folder.
#[derive(Debug)]
pub struct Folder {
    root: Root,
    streams: Streams,
    jobs: Jobs,
}

impl Folder {
    /// Opens the exchange in this folder, which is made if only it is missing and not the folder around it: that would be a share that is not mounted.
    pub fn open(path: &Path) -> Result<Folder> {
        let root = Root::open(path)?;
        Ok(Folder { root, streams: Streams::default(), jobs: Jobs::default() })
    }

    fn blob(&self, digest: Digest) -> PathBuf {
        self.root.path("blobs").join(digest.to_string())
    }

    fn value(&self, key: &Key) -> PathBuf {
        self.root.path("settled").join(file_name(key.as_str()))
    }

    fn table(&self, table: &Key) -> PathBuf {
        self.root.path("notes").join(file_name(table.as_str()))
    }
}

impl Exchange for Folder {
    fn put(&self, bytes: &[u8]) -> Result<Digest> {
        at_most(LARGEST_BLOB, bytes.len())?;
        let digest = Digest::of(bytes);
        // Written even if it is there: what is there may be damaged.
        self.root.replace(&self.blob(digest), bytes, Durability::Synced)?;
        Ok(digest)
    }

    fn get(&self, digest: Digest, most: usize) -> Result<Option<Vec<u8>>> {
        let bytes = self.root.read(&self.blob(digest), most)?;
        match &bytes {
            Some(bytes) if Digest::of(bytes) != digest => Err(ExchangeError::Corrupt(digest)),
            _ => Ok(bytes),
        }
    }

    fn publish(&self, stream: &Key, records: &[Vec<u8>], keep: usize) -> Result<()> {
        self.streams.publish(&self.root, stream, records, keep)
    }

    fn read(&self, stream: &Key, cursor: &mut Cursor, most: usize) -> Result<Vec<Vec<u8>>> {
        stream::read(&self.root, stream, cursor, most)
    }

    fn enqueue(&self, id: &JobId, job: &[u8]) -> Result<bool> {
        at_most(LONGEST_NAME, id.0.len())?;
        at_most(LONGEST_VALUE, job.len())?;
        self.jobs.enqueue(&self.root, id, job)
    }

    fn take(&self, worker: &str, lease: Duration) -> Result<Option<Lease>> {
        at_most(LONGEST_NAME, worker.len())?;
        self.jobs.take(&self.root, worker, lease)
    }

    fn renew(&self, lease: &Lease) -> Result<bool> {
        queue::renew(&self.root, lease)
    }

    fn finish(&self, lease: &Lease) -> Result<bool> {
        queue::finish(&self.root, lease)
    }

    fn withdraw(&self, ids: &[JobId]) -> Result<()> {
        queue::withdraw(&self.root, ids)
    }

    fn queue(&self) -> Result<Queue> {
        queue::all(&self.root)
    }

    fn settle(&self, key: &Key, value: &[u8]) -> Result<Vec<u8>> {
        at_most(LONGEST_VALUE, value.len())?;
        let path = self.value(key);
        // What stands there may be retracted before it is read; then the next round writes.
        for _ in 0..8 {
            match self.root.read(&path, LONGEST_VALUE) {
                Ok(Some(stands)) => return Ok(stands),
                Ok(None) => {}
                // No worker wrote it: it gives way.
                Err(ExchangeError::TooLarge { .. }) => self.root.remove(&path).map(drop)?,
                Err(error) => return Err(error),
            }
            self.root.create(&path, value)?;
        }
        Err(ExchangeError::Away("a value is settled and retracted all the time".to_owned()))
    }

    fn settled(&self, key: &Key) -> Result<Option<Vec<u8>>> {
        absent_if_large(self.root.read(&self.value(key), LONGEST_VALUE))
    }

    fn retract(&self, key: &Key, value: &[u8]) -> Result<()> {
        let path = self.value(key);
        let stands = |path: &Path| absent_if_large(self.root.read(path, LONGEST_VALUE));
        if stands(&path)?.as_deref() != Some(value) {
            return Ok(());
        }
        // Moved aside and compared again, because another value may have come in between; that one is put back.
        let aside = self.root.temp_path();
        if self.root.rename(&path, &aside)? {
            if stands(&aside)?.as_deref() != Some(value) {
                self.root.link(&aside, &path)?;
            }
            self.root.remove(&aside)?;
        }
        Ok(())
    }

    fn note(&self, table: &Key, field: &str, value: &[u8]) -> Result<()> {
        at_most(LONGEST_NAME, field.len())?;
        at_most(LONGEST_VALUE, value.len())?;
        let folder = self.table(table);
        self.root.make(&folder)?;
        let bytes = frame::pair(field.as_bytes(), value);
        self.root.replace(&folder.join(file_name(field)), &bytes, Durability::Written)
    }

    fn notes(&self, table: &Key) -> Result<Vec<(String, Vec<u8>)>> {
        let folder = self.table(table);
        let mut room = MOST_TABLE_BYTES;
        let mut notes = Vec::new();
        for name in self.root.list(&folder)?.into_iter().take(MOST_ENTRIES) {
            let bytes = match self.root.read(&folder.join(name), LONGEST_VALUE + 2 * LONGEST_NAME) {
                Ok(bytes) => bytes.unwrap_or_default(),
                Err(ExchangeError::TooLarge { .. }) => continue,
                Err(error) => return Err(error),
            };
            let Some((field, value)) = frame::split_pair(&bytes) else { continue };
            let Some(rest) = room.checked_sub(bytes.len()) else { break };
            room = rest;
            notes.push((String::from_utf8_lossy(field).into_owned(), value.to_owned()));
        }
        Ok(notes)
    }

    fn erase(&self, table: &Key, field: &str) -> Result<()> {
        self.root.remove(&self.table(table).join(file_name(field))).map(drop)
    }

    fn describe(&self) -> Result<String> {
        self.root.probe()?;
        Ok(format!("the shared folder {}", self.root.shown()))
    }
}
