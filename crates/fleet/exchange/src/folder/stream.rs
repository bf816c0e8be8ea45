//! Streams in a shared folder: each writer appends to a file of its own, so that no two ever write the same one.
//!
//! A writer begins a new file, a *generation*, when the last one holds half of what is kept; then the oldest files go, of whomever they are. A
//! writer that cannot complete a frame abandons the generation, because readers wait at the half-written frame.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::fault::fault;
use super::frame::{self, Frame};
use super::name::file_name;
use super::root::Root;
use crate::cursor::Cursor;
use crate::error::Result;
use crate::key::Key;
use crate::limits::{LONGEST_RECORD, MOST_BYTES, MOST_RECORDS};

/// The streams to which this process writes.
#[derive(Debug, Default)]
pub(super) struct Streams {
    generations: Mutex<BTreeMap<Key, Generation>>,
}

/// The file to which this process appends now.
#[derive(Debug)]
struct Generation {
    path: PathBuf,
    records: usize,
}

impl Streams {
    /// Appends records.
    pub(super) fn publish(
        &self,
        root: &Root,
        stream: &Key,
        records: &[Vec<u8>],
        keep: usize,
    ) -> Result<()> {
        let records: Vec<&Vec<u8>> =
            records.iter().filter(|record| record.len() <= LONGEST_RECORD).collect();
        // Of more than are kept, the last.
        let mut rest = &records[records.len().saturating_sub(keep.max(1))..];
        let half = (keep / 2).max(1);
        let mut generations = self.generations.lock().unwrap_or_else(PoisonError::into_inner);
        while !rest.is_empty() {
            let room = generations.get(stream).map_or(0, |now| half.saturating_sub(now.records));
            if room == 0 {
                generations.remove(stream);
                generations.insert(stream.clone(), Generation::begin(root, stream, keep)?);
                continue;
            }
            let (now, later) = rest.split_at(room.min(rest.len()));
            let Some(generation) = generations.get_mut(stream) else { continue };
            match generation.append(root, now) {
                Ok(true) => rest = later,
                // Another writer removed the file: it was the oldest.
                Ok(false) => drop(generations.remove(stream)),
                Err(error) => {
                    generations.remove(stream);
                    return Err(error);
                }
            }
        }
        Ok(())
    }
}

impl Generation {
    fn begin(root: &Root, stream: &Key, keep: usize) -> Result<Generation> {
        let folder = folder(root, stream);
        root.make(&folder)?;
        trim(root, &folder, keep)?;
        let path = folder.join(format!("{}-{:08}", root.token(), root.number()));
        File::create_new(&path).map_err(|error| fault(&path, &error))?;
        Ok(Generation { path, records: 0 })
    }

    /// Appends records, unless the file is gone. Opened and closed each time, because that is when NFS shows data to others.
    fn append(&mut self, root: &Root, records: &[&Vec<u8>]) -> Result<bool> {
        let mut frames = Vec::new();
        for record in records {
            frame::append(&mut frames, record);
        }
        let mut file = match OpenOptions::new().append(true).open(&self.path) {
            Ok(file) => file,
            Err(error) => return root.absent(&self.path, &error).map(|()| false),
        };
        file.write_all(&frames).map_err(|error| fault(&self.path, &error))?;
        self.records += records.len();
        Ok(true)
    }
}

fn folder(root: &Root, stream: &Key) -> PathBuf {
    root.path("streams").join(file_name(stream.as_str()))
}

/// Removes the files that were written longest ago, as long as the others hold enough.
fn trim(root: &Root, folder: &Path, keep: usize) -> Result<()> {
    let mut files = Vec::new();
    for name in root.list(folder)? {
        let path = folder.join(name);
        let read = || fs::metadata(&path)?.modified().and_then(|time| Ok((time, fs::read(&path)?)));
        match read() {
            Ok((time, bytes)) => files.push((time, path, frame::count(&bytes))),
            Err(error) => root.absent(&path, &error)?,
        }
    }
    files.sort();
    let mut total: usize = files.iter().map(|(_, _, count)| count).sum();
    for (_, path, count) in files {
        if total - count < keep {
            break;
        }
        total -= count;
        root.remove(&path)?;
    }
    Ok(())
}

/// The records that the cursor has not met.
pub(super) fn read(
    root: &Root,
    stream: &Key,
    cursor: &mut Cursor,
    most: usize,
) -> Result<Vec<Vec<u8>>> {
    let folder = folder(root, stream);
    let names = root.list(&folder)?;
    cursor.retain(|part| names.binary_search_by(|name| name.as_str().cmp(part)).is_ok());
    let most = most.min(MOST_RECORDS);
    let mut batch = Batch { records: Vec::new(), room: MOST_BYTES };
    // Names are in order, so the generations of a writer stand together, the oldest first.
    let writers: Vec<&[String]> = names.chunk_by(|one, next| writer(one) == writer(next)).collect();
    // First a fair share of each writer, so that a loud one does not hide the others; then whatever fits.
    let share = most.div_ceil(writers.len().max(1));
    for share in [share, most] {
        for generations in &writers {
            let limit = most.min(batch.records.len() + share);
            for name in *generations {
                if batch.records.len() >= limit {
                    break;
                }
                let path = folder.join(name);
                match batch.read(&path, cursor.number(name), limit) {
                    Ok(end) => cursor.set(name, end),
                    Err(error) => root.absent(&path, &error)?,
                }
            }
        }
        if batch.records.len() < share {
            break;
        }
    }
    Ok(batch.records)
}

/// Whose generation this is.
fn writer(name: &str) -> &str {
    name.rsplit_once('-').map_or(name, |(writer, _)| writer)
}

/// Records that are being read.
struct Batch {
    records: Vec<Vec<u8>>,
    /// Bytes that may still be taken.
    room: usize,
}

impl Batch {
    /// Reads frames of one file until there are `limit` records; where the next frame begins.
    fn read(&mut self, path: &Path, offset: u64, limit: usize) -> std::io::Result<u64> {
        let mut file = File::open(path)?;
        let size = file.metadata()?.len();
        let mut next = offset;
        while next < size && self.records.len() < limit && self.room > 0 {
            file.seek(SeekFrom::Start(next))?;
            // A longest record and its header fit.
            let chunk = (2 * LONGEST_RECORD) as u64;
            let mut bytes = Vec::new();
            (&file).take(chunk).read_to_end(&mut bytes)?;
            let taken = self.take(&bytes, limit);
            match frame::first(&bytes[taken..]) {
                Frame::TooLong(length) if next + taken as u64 + length <= size => {
                    next += taken as u64 + length;
                }
                _ if taken == 0 => break,
                _ => next += taken as u64,
            }
        }
        Ok(next)
    }

    /// Takes whole records from the front; the bytes that they were.
    fn take(&mut self, bytes: &[u8], limit: usize) -> usize {
        let mut taken = 0;
        while self.records.len() < limit && self.room > 0 {
            let Frame::Record(record, length) = frame::first(&bytes[taken..]) else { break };
            self.room = self.room.saturating_sub(record.len().max(1));
            self.records.push(record.to_owned());
            taken += length;
        }
        taken
    }
}
