//! Why standard output could not be written, whoever wrote: after a failure nothing comes.

use std::io::{self, ErrorKind};
use std::sync::{Mutex, PoisonError};

use crate::files::plain;

static FAILURE: Mutex<Option<io::Error>> = Mutex::new(None);

/// Writes, unless that has failed before.
pub fn unless_failed(write: impl FnOnce() -> io::Result<()>) {
    let mut failure = FAILURE.lock().unwrap_or_else(PoisonError::into_inner);
    if failure.is_none() {
        *failure = write().err();
    }
}

/// What there is to tell about the failure, if there was one. A reader that has gone away is none.
pub fn problem() -> Option<String> {
    let failure = FAILURE.lock().unwrap_or_else(PoisonError::into_inner).take();
    let failure = failure.filter(|failure| failure.kind() != ErrorKind::BrokenPipe)?;
    Some(format!("cannot write to standard output: {}", plain(&failure)))
}
