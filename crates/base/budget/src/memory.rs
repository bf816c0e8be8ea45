//! How many bytes the process has allocated, counted where they are allocated.
//!
//! A program that installs [`Counting`] as its global allocator knows what it holds at any time, and
//! a limit set by [`limit`] cannot be passed by much, whether or not anybody polls: a thread that would
//! pass it waits instead, until memory is given back or the program ends. Whoever ends the program
//! must be able to go on, and says so by [`exempt`].
//!
//! Each thread counts for itself and tells the rest of the program whenever [`BATCH`] bytes have come
//! together, because a counter that all threads share slows each allocation down. So the count is exact
//! but for one batch per thread.

#[cfg(not(target_env = "musl"))]
use std::alloc::System as Source;
use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

// The allocator of musl takes no care to be quick.
#[cfg(target_env = "musl")]
use dlmalloc::GlobalDlmalloc as Source;

/// What a thread may have allocated or freed without telling the others.
pub const BATCH: i64 = 8 << 10;

/// A thread that is over the limit looks again after so long.
const PAUSE: Duration = Duration::from_millis(2);

static HELD: AtomicI64 = AtomicI64::new(0);
static PEAK: AtomicI64 = AtomicI64::new(0);
static LIMIT: AtomicI64 = AtomicI64::new(i64::MAX);
static MET: AtomicBool = AtomicBool::new(false);

thread_local! {
    // Both without destructors: a thread may allocate until its very end.
    static PENDING: Cell<i64> = const { Cell::new(0) };
    static EXEMPT: Cell<bool> = const { Cell::new(false) };
}

/// An allocator, the system's where it is quick, with a count of what it has given out.
pub struct Counting;

/// The bytes held now; 0 in a program that does not count.
pub fn held() -> usize {
    usize::try_from(HELD.load(Ordering::Relaxed)).unwrap_or(0)
}

/// The most bytes that were held at any time.
pub fn peak() -> usize {
    usize::try_from(PEAK.load(Ordering::Relaxed)).unwrap_or(0)
}

/// From now on no thread goes on that would make the process hold more.
pub fn limit(bytes: usize) {
    LIMIT.store(i64::try_from(bytes).unwrap_or(i64::MAX), Ordering::Relaxed);
}

/// Has a thread been made to wait?
pub fn is_limit_met() -> bool {
    MET.load(Ordering::Relaxed)
}

/// The limit does not hold for this thread.
pub fn exempt() {
    EXEMPT.with(|exempt| exempt.set(true));
}

/// What a block costs: allocators keep a word beside each, and round up.
fn cost(size: usize) -> i64 {
    (size.saturating_add(8 + 15) & !15).max(32) as i64
}

fn count(bytes: i64) {
    // A thread that is ending has no place left for its count; it tells at once.
    let flushed = PENDING.try_with(|pending| {
        let sum = pending.get() + bytes;
        let is_full = sum.abs() >= BATCH;
        pending.set(if is_full { 0 } else { sum });
        if is_full { sum } else { 0 }
    });
    match flushed.unwrap_or(bytes) {
        0 => {}
        change => account(change),
    }
}

#[cold]
fn account(change: i64) {
    let held = HELD.fetch_add(change, Ordering::Relaxed) + change;
    if change > 0 {
        PEAK.fetch_max(held, Ordering::Relaxed);
        if held > LIMIT.load(Ordering::Relaxed) {
            wait();
        }
    }
}

/// Waits until less is held. Sleeping does not allocate.
#[cold]
fn wait() {
    if EXEMPT.try_with(Cell::get).unwrap_or(true) {
        return;
    }
    while HELD.load(Ordering::Relaxed) > LIMIT.load(Ordering::Relaxed) {
        MET.store(true, Ordering::Relaxed);
        std::thread::sleep(PAUSE);
    }
}

// Every block comes from `Source` and goes back to it with the layout it came with; counting touches no block. It counts
// before it allocates, so that a thread that has to wait holds nothing new.
#[allow(unsafe_code)]
// SAFETY: the contract of each function is passed on as it is.
unsafe impl GlobalAlloc for Counting {
    // SAFETY: as for `Source`.
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(cost(layout.size()));
        // SAFETY: the caller's promise.
        unsafe { Source.alloc(layout) }
    }

    // SAFETY: as for `Source`.
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(cost(layout.size()));
        // SAFETY: the caller's promise.
        unsafe { Source.alloc_zeroed(layout) }
    }

    // SAFETY: as for `Source`.
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(-cost(layout.size()));
        // SAFETY: the caller's promise; the block came from `Source`.
        unsafe { Source.dealloc(block, layout) }
    }

    // SAFETY: as for `Source`.
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(cost(size) - cost(layout.size()));
        // SAFETY: the caller's promise; the block came from `Source`.
        unsafe { Source.realloc(block, layout, size) }
    }
}
