//! How long a thread has worked, whatever else the machine did meanwhile.
//!
//! A net of work catches an engine that does more than it counts as effort. It is held against the processor time of the thread,
//! so that the turns of engines do not depend on how busy the machine is.

use std::thread::ThreadId;
use std::time::{Duration, Instant};

/// At most so much work of one thread from now on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Net {
    /// No thread works for longer than it is there: before this, nobody asks how long it worked.
    no_sooner: Instant,
    thread: ThreadId,
    /// What the thread's clock may show; none where there is no such clock.
    until: Option<Duration>,
}

impl Net {
    /// None where it would end beyond the clock's range.
    pub(crate) fn new(work: Duration) -> Option<Net> {
        let until = match worked() {
            Some(now) => Some(now.checked_add(work)?),
            None => None,
        };
        let no_sooner = Instant::now().checked_add(work)?;
        Some(Net { no_sooner, thread: std::thread::current().id(), until })
    }

    /// Has the thread worked for that long? Another thread, whose clock is another, has until the first could have.
    pub(crate) fn is_met(&self) -> bool {
        if Instant::now() < self.no_sooner {
            return false;
        }
        match (self.until, worked()) {
            (Some(until), Some(now)) if std::thread::current().id() == self.thread => now >= until,
            _ => true,
        }
    }
}

/// How long this thread has worked.
#[cfg(unix)]
fn worked() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Some(Duration::new(u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?))
}

/// How long this thread has worked.
#[cfg(not(unix))]
fn worked() -> Option<Duration> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn sleep_is_no_work() {
        let net = Net::new(Duration::from_millis(20)).unwrap();
        std::thread::sleep(Duration::from_millis(40));
        assert!(!net.is_met());
        let mut number = 1_u64;
        while !net.is_met() {
            number = std::hint::black_box(number.wrapping_mul(3));
        }
    }

    #[test]
    fn another_thread_goes_by_the_clock_on_the_wall() {
        let net = Net::new(Duration::from_millis(5)).unwrap();
        std::thread::sleep(Duration::from_millis(10));
        assert!(std::thread::spawn(move || net.is_met()).join().unwrap());
    }
}
