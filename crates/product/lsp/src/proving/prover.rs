//! Who proves: one proof at a time, each in a thread of its own, so that one that is slow to notice its interrupt delays nobody.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Builder;

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::job;
use super::kept::Kept;
use super::outcome::Outcome;
use super::unit::Unit;
use crate::limits::{MOST_STOPPING, PROOF_STACK};
use crate::options::Options;

/// A proof that is over.
pub(crate) struct Finished {
    /// The document it was about.
    pub(crate) uri: String,
    /// The unit.
    pub(crate) unit: String,
    /// What was found.
    pub(crate) kept: Kept,
}

/// Proves.
pub(crate) struct Prover {
    pub(crate) options: Options,
    sender: Sender<(u64, Outcome)>,
    receiver: Receiver<(u64, Outcome)>,
    next: u64,
    running: Option<Running>,
    /// How many were interrupted and have not noticed yet.
    stopping: usize,
}

/// A proof under way.
struct Running {
    number: u64,
    uri: String,
    unit: Unit,
    interrupt: Arc<AtomicBool>,
}

impl Prover {
    /// Nobody proves yet.
    pub(crate) fn new(options: Options) -> Prover {
        let (sender, receiver) = unbounded();
        Prover { options, sender, receiver, next: 0, running: None, stopping: 0 }
    }

    /// Where outcomes arrive, for [`Prover::finish`].
    pub(crate) fn outcomes(&self) -> &Receiver<(u64, Outcome)> {
        &self.receiver
    }

    /// May another proof begin?
    pub(crate) fn is_free(&self) -> bool {
        self.running.is_none() && self.stopping <= MOST_STOPPING
    }

    /// The unit of a document that is being proved.
    pub(crate) fn unit_of(&self, uri: &str) -> Option<&str> {
        let running = self.running.as_ref().filter(|running| running.uri == uri);
        running.map(|running| running.unit.name.as_str())
    }

    /// Begins a proof.
    pub(crate) fn start(&mut self, uri: &str, unit: &Unit) {
        self.next += 1;
        let (number, interrupt) = (self.next, Arc::new(AtomicBool::new(false)));
        let (work, options) = (unit.work.clone(), self.options.clone());
        let (sender, flag) = (self.sender.clone(), Arc::clone(&interrupt));
        let thread = Builder::new().name("proof".to_owned()).stack_size(PROOF_STACK);
        let started = thread.spawn(move || {
            let outcome = job::run(&work, &options, &flag);
            // The server may be gone.
            let _ = sender.send((number, outcome));
        });
        if started.is_err() {
            let failed = Outcome::Failed("no thread could be started".to_owned());
            let _ = self.sender.send((number, failed));
        }
        self.running = Some(Running { number, uri: uri.to_owned(), unit: unit.clone(), interrupt });
    }

    /// Interrupts the proof if it is about this document.
    pub(crate) fn cancel(&mut self, uri: &str) {
        if let Some(running) = self.running.take_if(|running| running.uri == uri) {
            running.interrupt.store(true, Ordering::Relaxed);
            self.stopping += 1;
        }
    }

    /// A thread is done; what it was about, unless it was interrupted.
    pub(crate) fn finish(&mut self, number: u64, outcome: Outcome) -> Option<Finished> {
        match self.running.take_if(|running| running.number == number) {
            Some(Running { uri, unit, .. }) => {
                let kept = Kept::new(unit.key, unit.runs, outcome);
                Some(Finished { uri, unit: unit.name, kept })
            }
            None => {
                self.stopping = self.stopping.saturating_sub(1);
                None
            }
        }
    }
}

impl Drop for Prover {
    fn drop(&mut self) {
        if let Some(running) = &self.running {
            running.interrupt.store(true, Ordering::Relaxed);
        }
    }
}
