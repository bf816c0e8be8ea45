//! Bounds on what an exchange takes.

use std::time::Duration;

use crate::error::{ExchangeError, Result};

/// The longest record of a stream, in bytes: a clause of some ten thousand literals. Longer ones are dropped by writers and readers.
pub(crate) const LONGEST_RECORD: usize = 1 << 17;
/// The longest value, note or job, in bytes.
pub(crate) const LONGEST_VALUE: usize = 1 << 20;
/// The largest model or certificate, in bytes: below the 512 MiB that a Redis server takes.
pub(crate) const LARGEST_BLOB: usize = 1 << 28;
/// The longest name of a job, a worker or a field, in bytes.
pub(crate) const LONGEST_NAME: usize = 1 << 12;
/// The most records that one call of `read` returns.
pub(crate) const MOST_RECORDS: usize = 1 << 12;
/// The most bytes of records that one call of `read` returns, or that are sent at once.
pub(crate) const MOST_BYTES: usize = 1 << 22;
/// The most fields of a table, or jobs of the queue, that are returned.
pub(crate) const MOST_ENTRIES: usize = 1 << 13;
/// The most bytes of all the fields of a table, or of all jobs, that are returned.
pub(crate) const MOST_TABLE_BYTES: usize = 1 << 26;
/// The most bytes of a server's answer: all jobs, with what the protocol adds. For models and certificates the caller allows more.
pub(crate) const MOST_ANSWER: usize = MOST_TABLE_BYTES + (1 << 20);
/// How long a server may take for a connection.
pub(crate) const CONNECT_TIME: Duration = Duration::from_secs(3);
/// How long a server may be silent while it owes an answer.
pub(crate) const ANSWER_TIME: Duration = Duration::from_secs(5);
/// The most connections that are kept open while nobody uses them.
pub(crate) const MOST_IDLE: usize = 4;

/// How old a file in `temp` is when its writer must have died.
pub(crate) const ABANDONED_AGE: Duration = Duration::from_secs(24 * 60 * 60);

/// How long a job may be in none of the folders while it is added or handed over.
pub(crate) const MOVING_TIME: Duration = Duration::from_millis(50);

/// The longest name that is readable; longer ones are digests. Two of them and their numbers fit into the 255 bytes of a file name.
pub(crate) const LONGEST_FILE_NAME: usize = 80;

/// Only so many bytes.
pub(crate) fn at_most(most: usize, size: usize) -> Result<()> {
    if size > most { Err(ExchangeError::TooLarge { size, most }) } else { Ok(()) }
}

/// A value that is too long was written by no worker, and is none.
pub(crate) fn absent_if_large(value: Result<Option<Vec<u8>>>) -> Result<Option<Vec<u8>>> {
    match value {
        Err(ExchangeError::TooLarge { .. }) => Ok(None),
        other => other,
    }
}
