//! Waiting longer and longer for an exchange that is away.

use std::time::{Duration, Instant};

use buttress_exchange::Result;

use crate::limits::{FIRST_WAIT, LONGEST_WAIT};

/// How long to wait before the exchange is asked again.
pub(crate) struct Backoff {
    wait: Option<Duration>,
    until: Instant,
}

impl Backoff {
    /// All is well so far.
    pub(crate) fn new() -> Backoff {
        Backoff { wait: None, until: Instant::now() }
    }

    /// Notes how a request went.
    pub(crate) fn note<T>(&mut self, result: &Result<T>) {
        self.wait = match (result, self.wait) {
            (Ok(_), _) => None,
            (Err(_), None) => Some(FIRST_WAIT),
            (Err(_), Some(wait)) => Some((2 * wait).min(LONGEST_WAIT)),
        };
        self.until = Instant::now() + self.wait.unwrap_or_default();
    }

    /// May the exchange be asked?
    pub(crate) fn is_due(&self) -> bool {
        Instant::now() >= self.until
    }

    /// How long to sleep if the last request failed: a part of the wait, so that other things are noticed in time.
    pub(crate) fn next_look(&self) -> Option<Duration> {
        self.wait.map(|wait| wait.min(FIRST_WAIT))
    }

    /// The whole wait, if the last request failed.
    pub(crate) fn wait(&self) -> Option<Duration> {
        self.wait
    }
}
