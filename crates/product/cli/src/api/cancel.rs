//! Stopping a run from another thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Stops the runs whose settings hold it, soon: what is open then is unknown. Clones are one token.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// A token that was not cancelled.
    pub fn new() -> CancelToken {
        CancelToken::default()
    }

    /// Asks the runs to stop. It cannot be taken back.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Was it cancelled?
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    pub(super) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}
