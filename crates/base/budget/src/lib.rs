//! The one budget that every engine polls: time, memory, interrupt and effort.
//!
//! `Limits` is shared by all engines of a run. `Budget` is one engine's view of it
//! plus a slice of *effort* (counted in solver propagations), so that engines
//! sharing a thread take turns in a way that does not depend on the clock: the
//! same input and seed take the same turns.
//!
//! Running out is an ordinary ending: `Exhausted` says which limit was met.

pub mod memory;
mod work;

use std::cell::Cell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use work::Net;

/// Why an engine had to stop before it had an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exhausted {
    /// The deadline has passed.
    Time,
    /// The process holds more memory than allowed.
    Memory,
    /// Somebody asked to stop: the user, or an engine that has the answer.
    Interrupt,
    /// This turn's effort is used up; the engine may be resumed.
    Effort,
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Exhausted::Time => "time limit reached",
            Exhausted::Memory => "memory limit reached",
            Exhausted::Interrupt => "interrupted",
            Exhausted::Effort => "effort limit reached",
        })
    }
}

/// How many bytes the process holds now; given by the program, which owns the allocator.
pub type MemoryGauge = fn() -> usize;

/// What all engines of one run must respect.
#[derive(Clone)]
pub struct Limits {
    deadline: Option<Instant>,
    memory: Option<(usize, MemoryGauge)>,
    interrupts: Vec<Arc<AtomicBool>>,
    nets: Vec<Net>,
}

impl Limits {
    /// No deadline, no memory limit, no interrupt requested.
    pub fn none() -> Limits {
        Limits { deadline: None, memory: None, interrupts: Vec::new(), nets: Vec::new() }
    }

    /// Stop after `duration` from now.
    #[must_use]
    pub fn with_timeout(mut self, duration: Duration) -> Limits {
        // A deadline beyond the clock's range is no deadline.
        self.deadline = Instant::now().checked_add(duration);
        self
    }

    /// Stop at `deadline`.
    #[must_use]
    pub fn with_deadline(mut self, deadline: Instant) -> Limits {
        self.deadline = Some(deadline);
        self
    }

    /// Stop when `gauge` reads more than `bytes`.
    #[must_use]
    pub fn with_memory(mut self, bytes: usize, gauge: MemoryGauge) -> Limits {
        self.memory = Some((bytes, gauge));
        self
    }

    /// Stop when `flag` is set, as well as for any flag given before.
    #[must_use]
    pub fn with_interrupt(mut self, flag: Arc<AtomicBool>) -> Limits {
        self.interrupts.push(flag);
        self
    }

    /// The same limits with, in addition, at most `duration` from now.
    #[must_use]
    pub fn within(&self, duration: Duration) -> Limits {
        let mut limits = self.clone();
        let sooner = Instant::now().checked_add(duration);
        limits.deadline = match (self.deadline, sooner) {
            (Some(ours), Some(other)) => Some(ours.min(other)),
            (ours, other) => ours.or(other),
        };
        limits
    }

    /// The same limits with, in addition, at most `work` of this thread from now: its processor time, so that a busy
    /// machine does not end it sooner.
    #[must_use]
    pub fn within_work(&self, work: Duration) -> Limits {
        let mut limits = self.clone();
        limits.nets.extend(Net::new(work));
        limits
    }

    /// The time left, if there is a deadline.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Has a limit been met?
    pub fn exhausted(&self) -> Option<Exhausted> {
        if self.interrupts.iter().any(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Exhausted::Interrupt);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(Exhausted::Time);
        }
        if self.nets.iter().any(Net::is_met) {
            return Some(Exhausted::Time);
        }
        if let Some((bytes, gauge)) = self.memory
            && gauge() > bytes
        {
            return Some(Exhausted::Memory);
        }
        None
    }
}

/// One engine's turn: shared limits and the effort it may spend before it hands over.
pub struct Budget {
    limits: Limits,
    effort_left: Cell<u64>,
    spent: Cell<u64>,
    until_poll: Cell<u64>,
    met: Cell<Option<Exhausted>>,
}

/// Effort between two looks at the clock: about a millisecond of propagation.
const EFFORT_PER_POLL: u64 = 2_000;

impl Budget {
    /// A turn of unlimited effort under `limits`.
    pub fn new(limits: Limits) -> Budget {
        Budget::with_effort(limits, u64::MAX)
    }

    /// No limits at all.
    pub fn unlimited() -> Budget {
        Budget::new(Limits::none())
    }

    /// A turn of at most `effort` under `limits`.
    pub fn with_effort(limits: Limits, effort: u64) -> Budget {
        Budget {
            limits,
            effort_left: Cell::new(effort),
            spent: Cell::new(0),
            until_poll: Cell::new(0),
            met: Cell::new(None),
        }
    }

    /// The shared limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The effort spent in this turn.
    pub fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// The effort that may still be spent in this turn.
    pub fn left(&self) -> u64 {
        self.effort_left.get()
    }

    /// Reports `effort` spent and asks whether to go on. Once it has failed it keeps failing.
    pub fn spend(&self, effort: u64) -> Result<(), Exhausted> {
        if let Some(reason) = self.met.get() {
            return Err(reason);
        }
        self.spent.set(self.spent.get().saturating_add(effort));
        let left = self.effort_left.get();
        if left < effort {
            self.effort_left.set(0);
            return self.stop(Exhausted::Effort);
        }
        self.effort_left.set(left - effort);
        let until_poll = self.until_poll.get();
        if until_poll > effort {
            self.until_poll.set(until_poll - effort);
            return Ok(());
        }
        self.until_poll.set(EFFORT_PER_POLL);
        match self.limits.exhausted() {
            Some(reason) => self.stop(reason),
            None => Ok(()),
        }
    }

    /// Asks, without spending, and always looks at the clock.
    pub fn poll(&self) -> Result<(), Exhausted> {
        if let Some(reason) = self.met.get() {
            return Err(reason);
        }
        match self.limits.exhausted() {
            Some(reason) => self.stop(reason),
            None => Ok(()),
        }
    }

    fn stop(&self, reason: Exhausted) -> Result<(), Exhausted> {
        self.met.set(Some(reason));
        Err(reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effort_runs_out_and_stays_out() {
        let budget = Budget::with_effort(Limits::none(), 100);
        assert_eq!(budget.spend(60), Ok(()));
        assert_eq!(budget.spend(60), Err(Exhausted::Effort));
        assert_eq!(budget.spend(0), Err(Exhausted::Effort));
        assert_eq!(budget.poll(), Err(Exhausted::Effort));
    }

    #[test]
    fn limits_are_noticed() {
        let limits = Limits::none().with_timeout(Duration::ZERO);
        assert_eq!(Budget::new(limits).spend(1), Err(Exhausted::Time));
        let limits = Limits::none().with_memory(10, || 11);
        assert_eq!(Budget::new(limits).spend(1), Err(Exhausted::Memory));
        let flag = Arc::new(AtomicBool::new(false));
        let limits = Limits::none().with_interrupt(Arc::default()).with_interrupt(flag.clone());
        let budget = Budget::new(limits);
        assert_eq!(budget.poll(), Ok(()));
        flag.store(true, Ordering::Relaxed);
        assert_eq!(budget.poll(), Err(Exhausted::Interrupt));
    }

    #[test]
    fn the_sooner_deadline_wins() {
        let limits = Limits::none().with_timeout(Duration::from_secs(1000));
        assert!(
            limits.within(Duration::from_secs(1)).time_left().unwrap() <= Duration::from_secs(1)
        );
        assert!(limits.time_left().unwrap() > Duration::from_secs(900));
    }
}
