//! Jobs in a shared folder.
//!
//! A job is one file that moves: from `jobs/waiting` to `jobs/running`, and there to a new name with each holder. A move succeeds for one taker alone,
//! and the name of the file *is* the lease: who finds the own name gone has lost the job. `jobs/ids` holds a second link to each, under the
//! job's name alone, so that a job is added once.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::frame;
use super::name::{file_name, text};
use super::root::{Durability, Root};
use super::watch::{Sign, Watch};
use crate::error::{ExchangeError, Result};
use crate::lease::{JobId, Lease, Queue, QueuedJob};
use crate::limits::{LONGEST_NAME, LONGEST_VALUE, MOST_ENTRIES, MOST_TABLE_BYTES, MOVING_TIME};

/// What this process knows of the jobs.
#[derive(Debug, Default)]
pub(super) struct Jobs {
    /// The last number that was given to a job.
    last: AtomicU64,
    watch: Mutex<Watch>,
}

impl Jobs {
    /// Adds a job unless it is there.
    pub(super) fn enqueue(&self, root: &Root, id: &JobId, job: &[u8]) -> Result<bool> {
        let name = file_name(&id.0);
        let link = root.path("jobs/ids").join(&name);
        let temp = root.temp(&frame::pair(id.0.as_bytes(), job), Durability::Synced)?;
        let added = root.link(&temp, &link).and_then(|added| {
            if added || is_queued(root, &name)? {
                return Ok(added);
            }
            // Somebody died while adding or finishing it, and left the name.
            root.remove(&link)?;
            root.link(&temp, &link)
        });
        if let Ok(true) = added {
            let waiting = root.path("jobs/waiting").join(format!("{:016x}-{name}", self.number()));
            root.rename(&temp, &waiting)?;
        } else {
            root.remove(&temp)?;
        }
        added
    }

    /// Takes a job.
    pub(super) fn take(&self, root: &Root, worker: &str, lease: Duration) -> Result<Option<Lease>> {
        let mut watch = self.watch.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = take(root, &mut watch, worker, lease);
        if taken.is_err() {
            watch.forget();
        }
        taken
    }

    /// A number above all that this process gave, and about the time, so that jobs are taken in the order in which they came.
    fn number(&self) -> u64 {
        let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_micros();
        let time = u64::try_from(time).unwrap_or(0);
        let next = |last: u64| Some(time.max(last + 1));
        let last = self.last.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
        last.ok().and_then(next).unwrap_or(time)
    }
}

fn take(root: &Root, watch: &mut Watch, worker: &str, lease: Duration) -> Result<Option<Lease>> {
    let running = root.path("jobs/running");
    let mut signs = Vec::new();
    for name in root.list(&running)? {
        if let Some(sign) = sign(root, &running.join(&name))? {
            signs.push((name, sign));
        }
    }
    let lost = watch.lost(signs, lease, Instant::now());
    let lost = lost.into_iter().map(|name| running.join(name));
    let waiting = root.path("jobs/waiting");
    let waiting = root.list(&waiting)?.into_iter().map(|name| waiting.join(name));
    for path in lost.chain(waiting) {
        let Some(held) = HeldName::read(&path) else { continue };
        let deliveries = held.deliveries + 1;
        let holder = format!("{}~{}-{}", file_name(worker), root.token(), root.number());
        let place = format!("{}~{deliveries}~{holder}", held.job);
        if !root.rename(&path, &running.join(&place))? {
            continue;
        }
        match content(root, &running.join(&place))? {
            Some((id, job)) => {
                let worker = worker.to_owned();
                return Ok(Some(Lease { id, job, worker, lease, deliveries, place }));
            }
            // Nobody can do a job that cannot be read.
            None => drop(root.remove(&running.join(&place))?),
        }
    }
    Ok(None)
}

/// Gives a sign. Is the job still ours?
pub(super) fn renew(root: &Root, lease: &Lease) -> Result<bool> {
    let path = root.path("jobs/running").join(&lease.place);
    // The sign is one more byte behind the job.
    let beat = || OpenOptions::new().append(true).open(&path)?.write_all(b".");
    // Asked again afterwards: it may have been taken while it was open.
    match beat().and_then(|()| std::fs::metadata(&path)) {
        Ok(_) => Ok(true),
        Err(error) => root.absent(&path, &error).map(|()| false),
    }
}

/// Ends a job. Was it still ours?
pub(super) fn finish(root: &Root, lease: &Lease) -> Result<bool> {
    let was_ours = root.remove(&root.path("jobs/running").join(&lease.place))?;
    if was_ours {
        root.remove(&root.path("jobs/ids").join(file_name(&lease.id.0)))?;
    }
    Ok(was_ours)
}

/// Removes jobs.
pub(super) fn withdraw(root: &Root, ids: &[JobId]) -> Result<()> {
    let names: Vec<String> = ids.iter().map(|id| file_name(&id.0)).collect();
    // Twice, because a job may move to where was looked already.
    for part in ["jobs/waiting", "jobs/running", "jobs/waiting", "jobs/running"] {
        let folder = root.path(part);
        for file in root.list(&folder)? {
            let path = folder.join(&file);
            let held = HeldName::read(&path);
            if held.is_some_and(|held| names.iter().any(|name| held.is_of(name))) {
                root.remove(&path)?;
            }
        }
    }
    for name in names {
        root.remove(&root.path("jobs/ids").join(name))?;
    }
    Ok(())
}

/// All jobs.
pub(super) fn all(root: &Root) -> Result<Queue> {
    let mut queue = Queue::default();
    let mut room = MOST_TABLE_BYTES;
    for (part, jobs) in [("jobs/waiting", &mut queue.waiting), ("jobs/running", &mut queue.running)]
    {
        let folder = root.path(part);
        for file in root.list(&folder)?.into_iter().take(MOST_ENTRIES) {
            let path = folder.join(&file);
            let Some((id, job)) = content(root, &path)? else { continue };
            let Some(rest) = room.checked_sub(job.len()) else { break };
            room = rest;
            let worker = HeldName::read(&path).and_then(|held| held.worker);
            jobs.push(QueuedJob { id, job, worker });
        }
    }
    Ok(queue)
}

/// Is a job with this name waiting or running? Looked at several times, because one that moves while a folder is listed may be missed.
fn is_queued(root: &Root, name: &str) -> Result<bool> {
    for _ in 0..3 {
        for part in ["jobs/waiting", "jobs/running"] {
            let folder = root.path(part);
            let files = root.list(&folder)?;
            let held = files.iter().filter_map(|file| HeldName::read(&folder.join(file)));
            if held.into_iter().any(|held| held.is_of(name)) {
                return Ok(true);
            }
        }
        thread::sleep(MOVING_TIME);
    }
    Ok(false)
}

/// The sign of a holder. The file is opened, because that is when NFS asks the server anew.
fn sign(root: &Root, path: &Path) -> Result<Option<Sign>> {
    match File::open(path).and_then(|file| file.metadata()) {
        Ok(data) => Ok(Some((data.len(), data.modified().ok()))),
        Err(error) => root.absent(path, &error).map(|()| None),
    }
}

/// A job's name and text; none if it is gone or damaged.
fn content(root: &Root, path: &Path) -> Result<Option<(JobId, Vec<u8>)>> {
    // Signs stand behind the job: room for one per second during a week.
    let most = LONGEST_VALUE + LONGEST_NAME + (1 << 20);
    let bytes = match root.read(path, most) {
        Err(ExchangeError::TooLarge { .. }) => None,
        other => other?,
    };
    let parts = bytes.as_deref().and_then(frame::split_pair);
    Ok(parts.and_then(|(id, job)| {
        Some((JobId(String::from_utf8(id.to_owned()).ok()?), job.to_owned()))
    }))
}

/// What the name of a job's file says: `NUMBER-NAME`, and when it is held `~DELIVERIES~WORKER~HOLDER`.
struct HeldName {
    job: String,
    deliveries: u64,
    worker: Option<String>,
}

impl HeldName {
    fn read(path: &Path) -> Option<HeldName> {
        let name = path.file_name()?.to_str()?;
        let mut parts = name.split('~');
        let job = parts.next()?.to_owned();
        let deliveries = parts.next().map_or(Some(0), |count| count.parse().ok())?;
        Some(HeldName { job, deliveries, worker: parts.next().map(text) })
    }

    fn is_of(&self, name: &str) -> bool {
        self.job.split_once('-').is_some_and(|(_, own)| own == name)
    }
}
