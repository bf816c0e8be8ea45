//! The same work on many things, on several threads.
//!
//! Invariant: answers stand in the order of the things, and no answer depends on another, so that the number of
//! threads changes nothing but the time.

use crate::limits::THREAD_STACK;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What `work` makes of each thing.
pub(super) fn in_parallel<T: Sync, R: Send>(
    things: &[T],
    threads: usize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    if threads <= 1 || things.len() <= 1 {
        return things.iter().map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::with_capacity(things.len()));
    std::thread::scope(|scope| {
        for _ in 0..threads.min(things.len()) {
            let worker = std::thread::Builder::new().stack_size(THREAD_STACK);
            // Without a further thread, those that are there do its work.
            let _ = worker.spawn_scoped(scope, || {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(thing) = things.get(place) else { return };
                    let answer = work(thing);
                    if let Ok(mut done) = done.lock() {
                        done.push((place, answer));
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    // What no thread has taken is done here; there is something only if no thread could be started.
    let begun = next.load(Ordering::Relaxed).min(things.len());
    let rest = things.iter().enumerate().skip(begun);
    done.extend(rest.map(|(place, thing)| (place, work(thing))));
    done.sort_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, answer)| answer).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_keep_their_order() {
        let things: Vec<usize> = (0..100).collect();
        for threads in [1, 3, 200] {
            let squares = in_parallel(&things, threads, |thing| thing * thing);
            assert!(squares.iter().enumerate().all(|(place, square)| *square == place * place));
            assert_eq!(squares.len(), 100);
        }
    }
}
