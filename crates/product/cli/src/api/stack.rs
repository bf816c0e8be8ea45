//! Runs have a stack of their own: terms may be deep, and nobody knows how much of its stack a caller has left.

use std::panic::resume_unwind;
use std::thread;

use super::error::Error;
use crate::limits::COMMAND_STACK;

/// Does the work on a stack that is large enough.
pub(super) fn on_large_stack<T: Send>(
    work: impl FnOnce() -> Result<T, Error> + Send,
) -> Result<T, Error> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(COMMAND_STACK).spawn_scoped(scope, work);
        match thread.map(|thread| thread.join()) {
            Ok(Ok(done)) => done,
            // A panic is a fault of ours, and the caller's to handle.
            Ok(Err(panic)) => resume_unwind(panic),
            Err(error) => Err(Error::plain(format!("no thread could be started: {error}"))),
        }
    })
}
