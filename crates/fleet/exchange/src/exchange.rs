//! The trait of all homes: what workers ask of the place where they meet.

use std::time::Duration;

use crate::cursor::Cursor;
use crate::digest::Digest;
use crate::error::Result;
use crate::key::Key;
use crate::lease::{JobId, Lease, Queue};

/// A place where workers meet. Every operation may be repeated without harm, and may fail because the place is away; who needs it waits and asks again.
pub trait Exchange: Send + Sync {
    /// Stores bytes under their digest.
    fn put(&self, bytes: &[u8]) -> Result<Digest>;

    /// The bytes with this digest, which is verified; none if they are not there. More than `most` bytes are an error.
    fn get(&self, digest: Digest, most: usize) -> Result<Option<Vec<u8>>>;

    /// Appends records to a stream, in order; those that are too long are dropped. The stream keeps about `keep` of them, the newest.
    fn publish(&self, stream: &Key, records: &[Vec<u8>], keep: usize) -> Result<()>;

    /// At most so many records that the cursor has not met; a new cursor begins with the oldest that is kept. None when there are no more now.
    fn read(&self, stream: &Key, cursor: &mut Cursor, most: usize) -> Result<Vec<Vec<u8>>>;

    /// Adds a job, unless one with this name is waiting or running. Was it added?
    fn enqueue(&self, id: &JobId, job: &[u8]) -> Result<bool>;

    /// Takes a job: the oldest whose holder has not renewed it for the time of `lease` (all workers use the same), else the oldest that nobody
    /// holds. A home without a clock of its own hands a lost job over after the *taker* has watched it for that long, so takers ask regularly.
    fn take(&self, worker: &str, lease: Duration) -> Result<Option<Lease>>;

    /// Holds on to a job. Is it still ours?
    fn renew(&self, lease: &Lease) -> Result<bool>;

    /// The job is done, and its results are stored. Was it still ours? If not, nothing is changed.
    fn finish(&self, lease: &Lease) -> Result<bool>;

    /// Takes jobs back that are waiting or running. Workers notice when they renew.
    fn withdraw(&self, ids: &[JobId]) -> Result<()>;

    /// All jobs.
    fn queue(&self) -> Result<Queue>;

    /// Writes a value unless there is one; what stands there then. The first writer wins.
    fn settle(&self, key: &Key, value: &[u8]) -> Result<Vec<u8>>;

    /// What stands there.
    fn settled(&self, key: &Key) -> Result<Option<Vec<u8>>>;

    /// Erases a value if it is this one: it was found to be false.
    fn retract(&self, key: &Key, value: &[u8]) -> Result<()>;

    /// Notes a value in a field of a table; the last writer wins.
    fn note(&self, table: &Key, field: &str, value: &[u8]) -> Result<()>;

    /// All fields of a table.
    fn notes(&self, table: &Key) -> Result<Vec<(String, Vec<u8>)>>;

    /// Erases a field of a table.
    fn erase(&self, table: &Key, field: &str) -> Result<()>;

    /// Can the exchange be reached, and is it fit for work? The answer is told to people: what it is, its version, whether it keeps its data.
    fn describe(&self) -> Result<String>;
}
