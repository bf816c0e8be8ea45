//! How much memory the process holds, as the system counts it.
//!
//! Read from the system instead of counted in the allocator: engines allocate on every core, and
//! a counter shared by all of them would slow each allocation down.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The least time between two looks.
const REFRESH: Duration = Duration::from_millis(10);

static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
static LOOKED: Mutex<Option<Instant>> = Mutex::new(None);

/// The bytes held now, at most `REFRESH` old.
pub fn held() -> usize {
    // Whoever finds the lock taken may use the value that is being refreshed.
    if let Ok(mut looked) = LOOKED.try_lock()
        && looked.is_none_or(|looked| looked.elapsed() >= REFRESH)
    {
        *looked = Some(Instant::now());
        look();
    }
    HELD.load(Ordering::Relaxed)
}

/// The most bytes held so far, as far as known.
pub fn peak() -> usize {
    look();
    PEAK.load(Ordering::Relaxed).max(system_peak().unwrap_or(0))
}

fn look() {
    if let Some(statistics) = memory_stats::memory_stats() {
        HELD.store(statistics.physical_mem, Ordering::Relaxed);
        PEAK.fetch_max(statistics.physical_mem, Ordering::Relaxed);
    }
}

/// The peak as Linux knows it; elsewhere the largest value that was seen has to do.
fn system_peak() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_running_program_holds_memory() {
        let block = std::hint::black_box(vec![1u8; 16 << 20]);
        std::thread::sleep(REFRESH);
        assert!(held() > 16 << 20);
        assert!(peak() >= held());
        drop(block);
    }
}
