//! Where the workers of one proof meet: in memory, in a shared folder, or in a Redis server.
//!
//! An exchange carries bytes and promises little: what was stored stays until it is erased, one writer of a verdict is the first, and a job
//! whose worker is silent for a whole lease is handed to another. It does *not* promise that what is read is true, that a record arrives once,
//! or that a job is held by one worker alone: whoever reads checks, and does no harm by doing twice.
//!
//! The three homes pass the same tests (`tests/conformance.rs`).

mod address;
mod digest;
mod error;
mod key;
mod lease;
mod limits;
mod memory;

pub use address::{Address, AddressError, Password};
pub use digest::Digest;
pub use error::ExchangeError;
pub use key::Key;
pub use lease::{JobId, Lease, Queue, QueuedJob};
pub use memory::Memory;

use std::time::Duration;

/// What an exchange answers.
pub type Result<T> = std::result::Result<T, ExchangeError>;

/// A place where workers meet. Every operation may be repeated without harm, and may fail because the place is away; who needs it waits and asks again.
pub trait Exchange: Send + Sync {
    /// Stores bytes under their digest.
    fn put(&self, bytes: &[u8]) -> Result<Digest>;

    /// The bytes with this digest, which is verified; none if they are not there. More than `most` bytes are an error.
    fn get(&self, digest: Digest, most: usize) -> Result<Option<Vec<u8>>>;

    /// Appends records to a stream, in order. The stream keeps about `keep` of them, the newest.
    fn publish(&self, stream: &Key, records: &[Vec<u8>], keep: usize) -> Result<()>;

    /// At most so many records that the cursor has not met; a new cursor begins with the oldest that is kept.
    fn read(&self, stream: &Key, cursor: &mut Cursor, most: usize) -> Result<Vec<Vec<u8>>>;

    /// Adds a job, unless one with this name is waiting or running. Was it added?
    fn enqueue(&self, id: &JobId, job: &[u8]) -> Result<bool>;

    /// Takes a job that nobody holds, or whose holder has not renewed it for the time of its lease.
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

/// How far a stream was read. Opaque: each home counts in its own way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    places: std::collections::BTreeMap<String, String>,
}
