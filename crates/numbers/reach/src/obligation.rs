//! Obligations: sets of states that lead to a bad state, if they are reached.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use buttress_horn::PredicateId;

use crate::cube::Cube;

/// Is a state of the cube reached by a derivation of at most this height?
#[derive(Clone)]
pub(crate) struct Obligation {
    /// None for `false`.
    pub predicate: Option<PredicateId>,
    pub cube: Cube,
    pub level: usize,
    /// Settled: a fact meets the cube.
    pub is_reached: bool,
}

/// Obligations to be looked at: low levels first, and of one level the newest.
#[derive(Default)]
pub(crate) struct Queue {
    all: Vec<Obligation>,
    waiting: BinaryHeap<(Reverse<usize>, usize, usize)>,
    entered: usize,
}

impl Queue {
    pub fn add(&mut self, obligation: Obligation) -> usize {
        let number = self.all.len();
        self.all.push(obligation);
        self.wait(number);
        number
    }

    /// Puts an obligation in line, again.
    pub fn wait(&mut self, number: usize) {
        self.entered += 1;
        self.waiting.push((Reverse(self.all[number].level), self.entered, number));
    }

    /// The next obligation; it stays in line until it is [dropped](Queue::drop_next).
    pub fn next(&self) -> Option<usize> {
        self.waiting.peek().map(|(.., number)| *number)
    }

    pub fn drop_next(&mut self) {
        self.waiting.pop();
    }

    pub fn get(&self, number: usize) -> &Obligation {
        &self.all[number]
    }

    pub fn get_mut(&mut self, number: usize) -> &mut Obligation {
        &mut self.all[number]
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Queue::default();
    }
}
