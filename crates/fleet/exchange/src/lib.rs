//! Where the workers of one proof meet: in memory, in a shared folder, or in a Redis server.
//!
//! An exchange carries bytes and promises little: what was stored stays until it is erased, one writer of a verdict is the first, and a job
//! whose worker is silent for a whole lease is handed to another. It does *not* promise that what is read is true, that a record arrives once,
//! or that a job is held by one worker alone: whoever reads checks, and does no harm by doing twice.
//!
//! The three homes pass the same tests (`tests/suite/conformance.rs`).

mod address;
mod cursor;
mod digest;
mod error;
mod exchange;
mod folder;
mod key;
mod lease;
mod limits;
mod memory;
mod password;
mod redis;

pub use self::redis::Redis;
pub use address::{Address, AddressError};
pub use cursor::Cursor;
pub use digest::Digest;
pub use error::{ExchangeError, Result};
pub use exchange::Exchange;
pub use folder::Folder;
pub use key::Key;
pub use lease::{JobId, Lease, Queue, QueuedJob};
pub use memory::Memory;
pub use password::Password;
