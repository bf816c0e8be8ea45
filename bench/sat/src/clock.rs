//! CPU seconds of this process, and runs that end after so many of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use cpu_time::ProcessTime;

/// How often the watch looks at the clock.
const PAUSE: Duration = Duration::from_millis(5);

/// Runs `work`, which should end soon after the flag is set; that happens after `limit` CPU seconds.
/// Answers with what `work` gave and the CPU seconds it took.
pub fn within<T>(limit: f64, work: impl FnOnce(&Arc<AtomicBool>) -> T) -> (T, f64) {
    let stop = Arc::new(AtomicBool::new(false));
    let done = AtomicBool::new(false);
    let start = ProcessTime::now();
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                if start.elapsed().as_secs_f64() > limit {
                    stop.store(true, Ordering::Relaxed);
                    return;
                }
                thread::sleep(PAUSE);
            }
        });
        let result = work(&stop);
        let seconds = start.elapsed().as_secs_f64();
        done.store(true, Ordering::Relaxed);
        (result, seconds)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_told_to_stop() {
        let (rounds, seconds) = within(0.1, |stop| {
            let mut rounds = 0u64;
            while !stop.load(Ordering::Relaxed) {
                rounds += 1;
            }
            rounds
        });
        assert!(rounds > 0);
        assert!((0.1..5.0).contains(&seconds), "{seconds}");
    }

    #[test]
    fn work_that_ends_early_is_not_told() {
        let (stopped, seconds) = within(100.0, |stop| stop.load(Ordering::Relaxed));
        assert!(!stopped);
        assert!(seconds < 10.0);
    }
}
