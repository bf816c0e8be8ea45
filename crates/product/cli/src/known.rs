//! The verdicts so far, for whoever has to report if the run is cut off.

use std::sync::{Arc, Mutex};

use crate::json::KnownEntry;
use crate::verdict::VerdictWord;

/// The verdicts so far, shared with whoever watches over the run.
#[derive(Clone, Default)]
pub struct KnownVerdicts(Arc<Mutex<Vec<KnownEntry>>>);

impl KnownVerdicts {
    /// One more.
    pub fn push(&self, name: &str, verdict: String, word: Option<VerdictWord>) {
        if let Ok(mut known) = self.0.lock() {
            known.push(KnownEntry { name: name.to_owned(), verdict, word });
        }
    }

    /// All so far; none if a thread that will not go on is writing to it.
    pub fn so_far(&self) -> Vec<KnownEntry> {
        self.0.try_lock().map(|known| known.clone()).unwrap_or_default()
    }
}
