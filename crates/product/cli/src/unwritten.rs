//! Why standard output could not be written, whoever wrote: after a failure nothing comes.

use std::io;
use std::sync::{Mutex, PoisonError};

static FAILURE: Mutex<Option<io::Error>> = Mutex::new(None);

/// Writes, unless that has failed before.
pub fn unless_failed(write: impl FnOnce() -> io::Result<()>) {
    let mut failure = FAILURE.lock().unwrap_or_else(PoisonError::into_inner);
    if failure.is_none() {
        *failure = write().err();
    }
}

/// The failure, if there was one.
pub fn failure() -> Option<io::Error> {
    FAILURE.lock().unwrap_or_else(PoisonError::into_inner).take()
}
