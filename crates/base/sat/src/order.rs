//! The decision order: variables by activity (VSIDS), cheaply at first, exactly later.
//!
//! The order is filled for each query with the variables of its cone, when its first decision is due:
//! most queries of inductive strengthening end without one. A query starts with a
//! *bucket queue*, whose buckets hold variables of about the same activity: filling it
//! is one pass and taking from it is constant time, where a heap spent 40% of the run
//! time on the PicoJava circuits. A query that turns out to be hard moves on to a heap.

use buttress_prop::{IndexVec, Var};

#[derive(Clone, Debug)]
pub(crate) struct Order {
    activity: IndexVec<Var, f64>,
    bump: f64,
    buckets: Vec<Vec<Var>>,
    /// No bucket before this one holds a variable.
    first: usize,
    heap: Vec<Var>,
    is_exact: bool,
    /// In a heap: the place. In a bucket: `IN_BUCKET`.
    position: IndexVec<Var, u32>,
}

const ABSENT: u32 = u32::MAX;
const IN_BUCKET: u32 = u32::MAX - 1;
const DECAY: f64 = 1.0 / 0.95;
const RESCALE: f64 = 1e100;
const BUCKETS: usize = 24;

impl Order {
    pub(crate) fn new() -> Order {
        Order {
            activity: IndexVec::new(),
            bump: 1.0,
            buckets: vec![Vec::new(); BUCKETS],
            first: BUCKETS,
            heap: Vec::new(),
            is_exact: false,
            position: IndexVec::new(),
        }
    }

    pub(crate) fn add_var(&mut self, jitter: f64) {
        self.activity.push(jitter);
        self.position.push(ABSENT);
    }

    pub(crate) fn clear(&mut self) {
        for bucket in &mut self.buckets {
            for var in bucket.drain(..) {
                self.position[var] = ABSENT;
            }
        }
        for var in self.heap.drain(..) {
            self.position[var] = ABSENT;
        }
        self.first = BUCKETS;
        self.is_exact = false;
    }

    /// Replaces the content by `vars`, roughly ordered.
    pub(crate) fn fill(&mut self, vars: impl IntoIterator<Item = Var>) {
        self.clear();
        for var in vars {
            self.insert(var);
        }
    }

    /// Orders the content exactly from now on.
    pub(crate) fn make_exact(&mut self) {
        if self.is_exact {
            return;
        }
        self.is_exact = true;
        self.first = BUCKETS;
        for bucket in &mut self.buckets {
            for var in bucket.drain(..) {
                self.position[var] = self.heap.len() as u32;
                self.heap.push(var);
            }
        }
        for place in (0..self.heap.len() / 2).rev() {
            self.sift_down(place);
        }
    }

    pub(crate) fn insert(&mut self, var: Var) {
        if self.position[var] != ABSENT {
            return;
        }
        if self.is_exact {
            self.position[var] = self.heap.len() as u32;
            self.heap.push(var);
            self.sift_up(self.heap.len() - 1);
        } else {
            let bucket = self.bucket(var);
            self.position[var] = IN_BUCKET;
            self.buckets[bucket].push(var);
            self.first = self.first.min(bucket);
        }
    }

    /// How many halvings separate the activity from one bump of now.
    fn bucket(&self, var: Var) -> usize {
        let exponent = |value: f64| (value.to_bits() >> 52) as i64;
        let age = exponent(self.bump) - exponent(self.activity[var]);
        // Several bumps can lift a variable above one bump of now: some buckets of headroom.
        (age + 4).clamp(0, BUCKETS as i64 - 1) as usize
    }

    pub(crate) fn pop(&mut self) -> Option<Var> {
        if !self.is_exact {
            while self.first < BUCKETS {
                if let Some(var) = self.buckets[self.first].pop() {
                    self.position[var] = ABSENT;
                    return Some(var);
                }
                self.first += 1;
            }
            return None;
        }
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

    pub(crate) fn bump(&mut self, var: Var) {
        self.activity[var] += self.bump;
        if self.activity[var] > RESCALE {
            for activity in self.activity.iter_mut() {
                *activity /= RESCALE;
            }
            self.bump /= RESCALE;
        }
        let place = self.position[var];
        if place < IN_BUCKET {
            self.sift_up(place as usize);
        }
    }

    pub(crate) fn activity(&self, var: Var) -> f64 {
        self.activity[var]
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
