//! The decision order: a binary heap of variables by activity (VSIDS).
//!
//! The heap is filled for each query with the variables of its cone, when its first decision is due:
//! most queries of inductive strengthening end without one.

use buttress_prop::{IndexVec, Var};

#[derive(Clone, Debug)]
pub(crate) struct Order {
    activity: IndexVec<Var, f64>,
    bump: f64,
    heap: Vec<Var>,
    position: IndexVec<Var, u32>,
}

const ABSENT: u32 = u32::MAX;
const DECAY: f64 = 1.0 / 0.95;
const RESCALE: f64 = 1e100;

impl Order {
    pub(crate) fn new() -> Order {
        Order { activity: IndexVec::new(), bump: 1.0, heap: Vec::new(), position: IndexVec::new() }
    }

    pub(crate) fn add_var(&mut self, jitter: f64) {
        self.activity.push(jitter);
        self.position.push(ABSENT);
    }

    pub(crate) fn clear(&mut self) {
        for &var in &self.heap {
            self.position[var] = ABSENT;
        }
        self.heap.clear();
    }

    /// Replaces the heap's content by `vars`.
    pub(crate) fn fill(&mut self, vars: impl IntoIterator<Item = Var>) {
        self.clear();
        for var in vars {
            self.position[var] = self.heap.len() as u32;
            self.heap.push(var);
        }
        for place in (0..self.heap.len() / 2).rev() {
            self.sift_down(place);
        }
    }

    pub(crate) fn insert(&mut self, var: Var) {
        if self.position[var] == ABSENT {
            self.position[var] = self.heap.len() as u32;
            self.heap.push(var);
            self.sift_up(self.heap.len() - 1);
        }
    }

    pub(crate) fn pop(&mut self) -> Option<Var> {
        let top = *self.heap.first()?;
        let last = self.heap.pop()?;
        self.position[top] = ABSENT;
        if last != top {
            self.heap[0] = last;
            self.position[last] = 0;
            self.sift_down(0);
        }
        Some(top)
    }

    pub(crate) fn len(&self) -> usize {
        self.heap.len()
    }

    pub(crate) fn at(&self, place: usize) -> Var {
        self.heap[place]
    }

    pub(crate) fn bump(&mut self, var: Var) {
        self.activity[var] += self.bump;
        if self.activity[var] > RESCALE {
            for activity in self.activity.iter_mut() {
                *activity /= RESCALE;
            }
            self.bump /= RESCALE;
        }
        let place = self.position[var];
        if place != ABSENT {
            self.sift_up(place as usize);
        }
    }

    pub(crate) fn decay(&mut self) {
        self.bump *= DECAY;
    }

    fn sift_up(&mut self, mut place: usize) {
        let var = self.heap[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            let other = self.heap[parent];
            if self.activity[other] >= self.activity[var] {
                break;
            }
            self.heap[place] = other;
            self.position[other] = place as u32;
            place = parent;
        }
        self.heap[place] = var;
        self.position[var] = place as u32;
    }

    fn sift_down(&mut self, mut place: usize) {
        let var = self.heap[place];
        loop {
            let mut child = 2 * place + 1;
            if child >= self.heap.len() {
                break;
            }
            let right = child + 1;
            if right < self.heap.len()
                && self.activity[self.heap[right]] > self.activity[self.heap[child]]
            {
                child = right;
            }
            let other = self.heap[child];
            if self.activity[var] >= self.activity[other] {
                break;
            }
            self.heap[place] = other;
            self.position[other] = place as u32;
            place = child;
        }
        self.heap[place] = var;
        self.position[var] = place as u32;
    }
}
