//! An exchange in memory, for the threads of one process.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::cursor::Cursor;
use crate::digest::Digest;
use crate::error::{ExchangeError, Result};
use crate::exchange::Exchange;
use crate::key::Key;
use crate::lease::{JobId, Lease, Queue, QueuedJob};
use crate::limits::{
    LARGEST_BLOB, LONGEST_NAME, LONGEST_RECORD, LONGEST_VALUE, MOST_RECORDS, at_most,
};

/// An exchange in memory. It ends with the process.
#[derive(Debug, Default)]
pub struct Memory {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    blobs: BTreeMap<Digest, Vec<u8>>,
    streams: BTreeMap<Key, Stream>,
    jobs: BTreeMap<u64, Job>,
    last_job: u64,
    settled: BTreeMap<Key, Vec<u8>>,
    tables: BTreeMap<Key, BTreeMap<String, Vec<u8>>>,
}

/// Records with the number of the first; the next one has the number `first + records.len()`.
#[derive(Debug, Default)]
struct Stream {
    first: u64,
    records: VecDeque<Vec<u8>>,
}

#[derive(Debug)]
struct Job {
    id: JobId,
    job: Vec<u8>,
    deliveries: u64,
    holder: Option<(String, Instant)>,
}

/// The one part of a stream, for the cursor.
const WHOLE: &str = "memory";

impl Memory {
    /// An empty exchange.
    pub fn new() -> Memory {
        Memory::default()
    }

    /// No operation leaves the state half changed, so a thread that panicked did no harm.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The number of the job, if this lease still holds it.
    fn held(&self, lease: &Lease) -> Option<u64> {
        let number = lease.place.parse().ok()?;
        let job = self.jobs.get(&number)?;
        (job.holder.is_some() && job.deliveries == lease.deliveries).then_some(number)
    }
}

impl Exchange for Memory {
    fn put(&self, bytes: &[u8]) -> Result<Digest> {
        at_most(LARGEST_BLOB, bytes.len())?;
        let digest = Digest::of(bytes);
        self.state().blobs.insert(digest, bytes.to_owned());
        Ok(digest)
    }

    fn get(&self, digest: Digest, most: usize) -> Result<Option<Vec<u8>>> {
        let bytes = self.state().blobs.get(&digest).cloned();
        if let Some(bytes) = &bytes {
            at_most(most, bytes.len())?;
            if Digest::of(bytes) != digest {
                return Err(ExchangeError::Corrupt(digest));
            }
        }
        Ok(bytes)
    }

    fn publish(&self, stream: &Key, records: &[Vec<u8>], keep: usize) -> Result<()> {
        let mut state = self.state();
        let stream = state.streams.entry(stream.clone()).or_default();
        let taken = records.iter().filter(|record| record.len() <= LONGEST_RECORD);
        stream.records.extend(taken.cloned());
        let over = stream.records.len().saturating_sub(keep);
        stream.records.drain(..over);
        stream.first += over as u64;
        Ok(())
    }

    fn read(&self, stream: &Key, cursor: &mut Cursor, most: usize) -> Result<Vec<Vec<u8>>> {
        let state = self.state();
        let Some(stream) = state.streams.get(stream) else { return Ok(Vec::new()) };
        let from = cursor.number(WHOLE).max(stream.first);
        let met = usize::try_from(from - stream.first).unwrap_or(usize::MAX);
        let records = stream.records.iter().skip(met).take(most.min(MOST_RECORDS));
        let records: Vec<Vec<u8>> = records.cloned().collect();
        cursor.set(WHOLE, from + records.len() as u64);
        Ok(records)
    }

    fn enqueue(&self, id: &JobId, job: &[u8]) -> Result<bool> {
        at_most(LONGEST_NAME, id.0.len())?;
        at_most(LONGEST_VALUE, job.len())?;
        let mut state = self.state();
        if state.jobs.values().any(|job| job.id == *id) {
            return Ok(false);
        }
        state.last_job += 1;
        let number = state.last_job;
        let job = Job { id: id.clone(), job: job.to_owned(), deliveries: 0, holder: None };
        state.jobs.insert(number, job);
        Ok(true)
    }

    fn take(&self, worker: &str, lease: Duration) -> Result<Option<Lease>> {
        at_most(LONGEST_NAME, worker.len())?;
        let now = Instant::now();
        let mut state = self.state();
        let is_lost = |job: &Job| {
            let beat = job.holder.as_ref().map(|(_, beat)| *beat);
            beat.is_some_and(|beat| now.saturating_duration_since(beat) >= lease)
        };
        let lost = state.jobs.iter().find(|(_, job)| is_lost(job));
        let free = || state.jobs.iter().find(|(_, job)| job.holder.is_none());
        let number = lost.or_else(free).map(|(number, _)| *number);
        let Some((number, job)) = number.and_then(|n| Some((n, state.jobs.get_mut(&n)?))) else {
            return Ok(None);
        };
        job.deliveries += 1;
        job.holder = Some((worker.to_owned(), now));
        Ok(Some(Lease {
            id: job.id.clone(),
            job: job.job.clone(),
            worker: worker.to_owned(),
            lease,
            deliveries: job.deliveries,
            place: number.to_string(),
        }))
    }

    fn renew(&self, lease: &Lease) -> Result<bool> {
        let mut state = self.state();
        let held = state.held(lease).and_then(|number| state.jobs.get_mut(&number));
        let Some(job) = held else { return Ok(false) };
        job.holder = Some((lease.worker.clone(), Instant::now()));
        Ok(true)
    }

    fn finish(&self, lease: &Lease) -> Result<bool> {
        let mut state = self.state();
        let held = state.held(lease);
        Ok(held.and_then(|number| state.jobs.remove(&number)).is_some())
    }

    fn withdraw(&self, ids: &[JobId]) -> Result<()> {
        let ids: BTreeSet<&JobId> = ids.iter().collect();
        self.state().jobs.retain(|_, job| !ids.contains(&job.id));
        Ok(())
    }

    fn queue(&self) -> Result<Queue> {
        let mut queue = Queue::default();
        for job in self.state().jobs.values() {
            let worker = job.holder.as_ref().map(|(worker, _)| worker.clone());
            let part = if worker.is_some() { &mut queue.running } else { &mut queue.waiting };
            part.push(QueuedJob { id: job.id.clone(), job: job.job.clone(), worker });
        }
        Ok(queue)
    }

    fn settle(&self, key: &Key, value: &[u8]) -> Result<Vec<u8>> {
        at_most(LONGEST_VALUE, value.len())?;
        let mut state = self.state();
        Ok(state.settled.entry(key.clone()).or_insert_with(|| value.to_owned()).clone())
    }

    fn settled(&self, key: &Key) -> Result<Option<Vec<u8>>> {
        Ok(self.state().settled.get(key).cloned())
    }

    fn retract(&self, key: &Key, value: &[u8]) -> Result<()> {
        let mut state = self.state();
        if state.settled.get(key).is_some_and(|stands| stands == value) {
            state.settled.remove(key);
        }
        Ok(())
    }

    fn note(&self, table: &Key, field: &str, value: &[u8]) -> Result<()> {
        at_most(LONGEST_NAME, field.len())?;
        at_most(LONGEST_VALUE, value.len())?;
        let mut state = self.state();
        state.tables.entry(table.clone()).or_default().insert(field.to_owned(), value.to_owned());
        Ok(())
    }

    fn notes(&self, table: &Key) -> Result<Vec<(String, Vec<u8>)>> {
        let state = self.state();
        let fields = state.tables.get(table).into_iter().flatten();
        Ok(fields.map(|(field, value)| (field.clone(), value.clone())).collect())
    }

    fn erase(&self, table: &Key, field: &str) -> Result<()> {
        if let Some(fields) = self.state().tables.get_mut(table) {
            fields.remove(field);
        }
        Ok(())
    }

    fn describe(&self) -> Result<String> {
        Ok("the memory of this process; nothing is kept".to_owned())
    }
}
