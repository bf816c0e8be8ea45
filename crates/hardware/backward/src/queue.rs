//! States that wait to be excluded from a level, and those that wait for a level to come.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use crate::limits::MOST_PARKED;
use crate::state::State;

/// States to be excluded from a level: a state of a computation, or all first states.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub(crate) level: usize,
    /// None for the first states.
    pub(crate) state: Option<Arc<State>>,
    /// Later ones have higher numbers.
    number: u64,
}

/// Open tasks: the lowest level first, and of these the newest.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    open: BinaryHeap<Entry>,
    /// States that are excluded from all levels there are, oldest first.
    parked: Vec<Task>,
    arrivals: u64,
}

#[derive(Debug)]
struct Entry(Task);

impl Entry {
    fn key(&self) -> (Reverse<usize>, u64) {
        (Reverse(self.0.level), self.0.number)
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Entry) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Entry) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Entry) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

impl Queue {
    /// The state is to be excluded from `level`.
    pub(crate) fn push(&mut self, level: usize, state: Option<Arc<State>>) {
        self.arrivals += 1;
        self.open.push(Entry(Task { level, state, number: self.arrivals }));
    }

    /// The same task again, at its old place.
    pub(crate) fn put_back(&mut self, task: Task) {
        self.open.push(Entry(task));
    }

    pub(crate) fn pop(&mut self) -> Option<Task> {
        self.open.pop().map(|Entry(task)| task)
    }

    /// The state waits for a level that is not there yet.
    pub(crate) fn park(&mut self, task: Task) {
        self.parked.push(task);
        if self.parked.len() >= 2 * MOST_PARKED {
            self.parked.sort_by_key(|task| task.number);
            self.parked.drain(..MOST_PARKED);
        }
    }

    /// What was parked is to be excluded from `level` now.
    pub(crate) fn unpark(&mut self, level: usize) {
        self.open.extend(self.parked.drain(..).map(|task| Entry(Task { level, ..task })));
    }
}
