//! Independent cases of one test, on all processors.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// What is found of each case, in their order. Whoever is free takes the next case.
///
/// # Panics
///
/// If a case does.
pub fn in_parallel<C: Sync, R: Send>(cases: &[C], of: impl Fn(&C) -> R + Sync) -> Vec<R> {
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(cases.len())));
    thread::scope(|scope| {
        for _ in 0..workers.min(cases.len()) {
            scope.spawn(|| {
                while let (place, Some(case)) = taken(&next, cases) {
                    let result = of(case);
                    found.lock().expect("nobody panics with it").push((place, result));
                }
            });
        }
    });
    let mut found = found.into_inner().expect("nobody panicked with it");
    found.sort_unstable_by_key(|(place, _)| *place);
    found.into_iter().map(|(_, result)| result).collect()
}

fn taken<'a, C>(next: &AtomicUsize, cases: &'a [C]) -> (usize, Option<&'a C>) {
    let place = next.fetch_add(1, Ordering::Relaxed);
    (place, cases.get(place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_cases_are_taken_and_stay_in_order() {
        let cases: Vec<usize> = (0..1000).collect();
        assert_eq!(in_parallel(&cases, |case| case * case)[999], 998_001);
        assert_eq!(in_parallel(&cases, |case| *case), cases);
        assert!(in_parallel(&[] as &[usize], |case| *case).is_empty());
    }

    #[test]
    #[should_panic = "a scoped thread panicked"]
    fn a_case_that_panics_is_not_lost() {
        in_parallel(&[1, 2, 3], |case| assert!(*case < 3, "too large"));
    }
}
