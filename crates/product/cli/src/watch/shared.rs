//! What the prover tells the server: the last report, and how the next one is going.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use buttress_report::{Live, live};
use serde_json::Value;

use crate::limits::EVENT_INTERVAL;

/// Shared between the prover and those who serve.
#[derive(Clone)]
pub struct Shared(Arc<(Mutex<State>, Condvar)>);

/// What is known now.
struct State {
    file: String,
    document: Option<Value>,
    /// Counts the documents.
    version: u64,
    line: String,
    is_running: bool,
    /// Counts what was told.
    news: u64,
}

/// Something that a page hears of.
pub enum News {
    /// There is a new report.
    Report,
    /// How it goes: a line, and whether a proof is under way; the number is to be given when asked again.
    Line(String, bool, u64),
    /// Nothing for a while.
    Nothing,
}

impl Shared {
    /// About this file.
    pub fn new(file: String) -> Shared {
        let line = "starting".to_owned();
        let state = State { file, document: None, version: 0, line, is_running: true, news: 1 };
        Shared(Arc::new((Mutex::new(state), Condvar::new())))
    }

    /// How it goes, in one line.
    pub fn set_progress(&self, line: &str, is_running: bool) {
        let mut state = self.state();
        line.clone_into(&mut state.line);
        state.is_running = is_running;
        state.news += 1;
        self.0.1.notify_all();
    }

    /// Tells what was found.
    pub fn publish(&self, document: Value) {
        let mut state = self.state();
        state.document = Some(document);
        state.version += 1;
        self.0.1.notify_all();
    }

    /// The page as it is now.
    pub fn page(&self) -> String {
        let state = self.state();
        let (document, version) = (state.document.as_ref(), state.version);
        live(Live { file: &state.file, document, version })
    }

    /// Waits for something that a page of this version, which was told so much, does not know; not for ever.
    pub fn news(&self, version: u64, seen: u64) -> News {
        let is_known = |state: &mut State| state.version == version && state.news == seen;
        let waited = self.0.1.wait_timeout_while(self.state(), 5 * EVENT_INTERVAL, is_known);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        match () {
            () if state.version != version => News::Report,
            () if state.news != seen => {
                News::Line(state.line.clone(), state.is_running, state.news)
            }
            () => News::Nothing,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
