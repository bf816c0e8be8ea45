//! What goes on beside a job while it runs: the lease is renewed, clauses go back and forth, the worker says that it is there, and the
//! job is stopped when it has become pointless.
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
    /// Set elsewhere when the run is over.
    pub(crate) is_over: &'a AtomicBool,
    /// Set elsewhere when the worker is to end.
    pub(crate) interrupt: &'a AtomicBool,
    /// Says that the worker is there.
    pub(crate) beat: &'a (dyn Fn() + Sync),
    /// Is there nothing left to do for this job, as far as the exchange knows?
    pub(crate) is_pointless: &'a (dyn Fn() -> bool + Sync),
}

impl Keeper<'_> {
    /// Keeps company until the run is over. Is the lease still ours, as far as known?
    pub(crate) fn keep(&self) -> bool {
        let mut backoff = Backoff::new();
        let mut is_ours = true;
        let (mut renewed, mut beaten) = (Instant::now(), Instant::now());
        while !self.is_over.load(Ordering::Relaxed) {
            if self.interrupt.load(Ordering::Relaxed) {
                self.stop.store(true, Ordering::Relaxed);
            }
            std::thread::sleep(backoff.next_look().unwrap_or(WIRE_INTERVAL));
            if !backoff.is_due() {
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
                        is_ours = false;
                        self.stop.store(true, Ordering::Relaxed);
                    }
                    Err(error) => result = Err(error),
                }
            }
            if beaten.elapsed() >= BEAT_INTERVAL {
                beaten = Instant::now();
                (self.beat)();
                if (self.is_pointless)() {
                    self.stop.store(true, Ordering::Relaxed);
                }
            }
            backoff.note(&result);
        }
        is_ours
    }
}

/// A short sleep, from which an interrupt wakes.
pub(crate) fn doze(time: Duration, interrupt: &AtomicBool) {
    let start = Instant::now();
    while start.elapsed() < time && !interrupt.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(20).min(time));
    }
}
