//! The counting allocator, in a program of its own: the count is of the whole process.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use buttress_budget::memory::{self, BATCH, Counting};

#[global_allocator]
static COUNTING: Counting = Counting;

/// One story after the other, since they share the count.
#[test]
fn the_count_follows_what_is_held_and_the_limit_holds_without_being_polled() {
    memory::exempt();
    large_blocks_are_counted();
    small_blocks_are_counted_with_what_they_cost();
    a_thread_over_the_limit_waits_until_there_is_room();
}

fn large_blocks_are_counted() {
    let before = memory::held();
    let block = std::hint::black_box(vec![1_u8; 16 << 20]);
    let slack = 4 * BATCH as usize;
    assert!(memory::held().abs_diff(before + (16 << 20)) < slack);
    drop(block);
    assert!(memory::held().abs_diff(before) < slack);
    assert!(memory::peak() >= before + (16 << 20) - slack);
}

fn small_blocks_are_counted_with_what_they_cost() {
    let before = memory::held();
    let blocks: Vec<Box<u8>> = (0..100_000).map(|_| Box::new(7)).collect();
    assert!(memory::held() - before > 100_000 * 32, "each takes 32 bytes");
    drop(std::hint::black_box(blocks));
    assert!(memory::held().abs_diff(before) < 4 * BATCH as usize);
}

fn a_thread_over_the_limit_waits_until_there_is_room() {
    static IS_THERE: AtomicBool = AtomicBool::new(false);
    let ballast = std::hint::black_box(vec![1_u8; 8 << 20]);
    memory::limit(memory::held() + (1 << 20));
    let thread = std::thread::spawn(|| {
        let block = std::hint::black_box(vec![1_u8; 4 << 20]);
        IS_THERE.store(true, Ordering::SeqCst);
        block.len()
    });
    let start = Instant::now();
    while !memory::is_limit_met() && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(memory::is_limit_met());
    assert!(!IS_THERE.load(Ordering::SeqCst), "it must not have got its block");
    drop(ballast);
    assert_eq!(thread.join().unwrap(), 4 << 20);
    memory::limit(usize::MAX);
}
