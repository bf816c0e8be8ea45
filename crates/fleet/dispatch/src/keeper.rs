//! What goes on beside a job while it runs: the lease is renewed, clauses go back and forth, the worker says that it is there.
//!
//! An exchange that is away stops nothing: the run goes on by itself, and whatever was missed is caught up with later.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use buttress_exchange::{Exchange, Lease};

use crate::backoff::Backoff;
use crate::limits::{BEAT_INTERVAL, WIRE_INTERVAL};
use crate::line::Line;

/// The company of one job.
pub(crate) struct Keeper<'a> {
    pub(crate) exchange: &'a dyn Exchange,
    /// None for helpers.
    pub(crate) lease: Option<&'a Lease>,
    pub(crate) line: Option<Arc<dyn Line>>,
    /// Set here to stop the run.
    pub(crate) stop: Arc<AtomicBool>,
    /// Set here when somebody else holds the job.
    pub(crate) is_lost: &'a AtomicBool,
    /// Set elsewhere when the run is over and its results are stored; then the thread is unparked.
    pub(crate) is_over: &'a AtomicBool,
    /// Set elsewhere when the worker is to end.
    pub(crate) interrupt: &'a AtomicBool,
    /// Says that the worker is there.
    pub(crate) beat: &'a (dyn Fn() + Sync),
}

impl Keeper<'_> {
    /// Keeps company until the run is over.
    pub(crate) fn keep(&self) {
        let mut backoff = Backoff::new();
        let (mut renewed, mut beaten) = (Instant::now(), Instant::now());
        while !self.is_over.load(Ordering::Relaxed) {
            if self.interrupt.load(Ordering::Relaxed) {
                self.stop.store(true, Ordering::Relaxed);
            }
            std::thread::park_timeout(backoff.next_look().unwrap_or(WIRE_INTERVAL));
            if !backoff.is_due() || self.is_over.load(Ordering::Relaxed) {
                continue;
            }
            let mut result = match &self.line {
                Some(line) => line.exchange(self.exchange),
                None => Ok(()),
            };
            if let Some(lease) = self.lease
                && renewed.elapsed() >= lease.lease / 3
            {
                match self.exchange.renew(lease) {
                    Ok(true) => renewed = Instant::now(),
                    Ok(false) => {
                        self.is_lost.store(true, Ordering::Relaxed);
                        self.stop.store(true, Ordering::Relaxed);
                    }
                    Err(error) => result = Err(error),
                }
            }
            if beaten.elapsed() >= BEAT_INTERVAL {
                beaten = Instant::now();
                (self.beat)();
            }
            backoff.note(&result);
        }
    }
}

/// Stops the run when it has become pointless. What others claim may take long to check, so nobody waits for it here.
pub(crate) struct Supervisor<'a> {
    /// Set here to stop the run.
    pub(crate) stop: Arc<AtomicBool>,
    /// Set elsewhere when the run is over; then the thread is unparked.
    pub(crate) is_over: &'a AtomicBool,
    /// Is there nothing left to do for this job, as far as the exchange knows?
    pub(crate) is_pointless: &'a (dyn Fn() -> bool + Sync),
}

impl Supervisor<'_> {
    /// Looks again and again until the run is over.
    pub(crate) fn watch(&self) {
        while !self.is_over.load(Ordering::Relaxed) && !self.stop.load(Ordering::Relaxed) {
            std::thread::park_timeout(BEAT_INTERVAL);
            if !self.is_over.load(Ordering::Relaxed) && (self.is_pointless)() {
                self.stop.store(true, Ordering::Relaxed);
            }
        }
    }
}

/// A short sleep, from which an interrupt wakes.
pub(crate) fn doze(time: Duration, interrupt: &AtomicBool) {
    let start = Instant::now();
    while start.elapsed() < time && !interrupt.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(20).min(time));
    }
}
