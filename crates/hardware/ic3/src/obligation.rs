//! Proof obligations: states that lead to a bad signal, to be excluded from a frame.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use buttress_prop::{Cube, Lit};

use crate::limits::{KEPT_INSISTENCE, KIN, WORTH_TELLING};

/// Every state of `state` satisfies the constraints under `inputs` and then moves into the next
/// obligation of the chain, or makes bad true if there is none.
#[derive(Clone, Debug)]
pub(crate) struct Obligation {
    pub(crate) frame: usize,
    pub(crate) state: Cube,
    pub(crate) inputs: Cube,
    depth: usize,
    /// How often it was looked at.
    visits: u32,
    insistence: f64,
    next: Option<Arc<Obligation>>,
}

impl Obligation {
    pub(crate) fn bad(frame: usize, state: Cube, inputs: Cube) -> Obligation {
        Obligation { frame, state, inputs, depth: 0, visits: 0, insistence: 0.0, next: None }
    }

    /// The obligation one frame and one step before `next`.
    pub(crate) fn before(next: &Obligation, state: Cube, inputs: Cube) -> Obligation {
        Obligation {
            frame: next.frame - 1,
            state,
            inputs,
            depth: next.depth + 1,
            visits: 0,
            insistence: 0.0,
            next: Some(Arc::new(next.clone())),
        }
    }

    /// The same states, to be excluded from another frame.
    pub(crate) fn at_frame(&self, frame: usize) -> Obligation {
        let frames = frame.saturating_sub(self.frame) as i32;
        let insistence = self.insistence * KEPT_INSISTENCE.powi(frames);
        Obligation { frame, insistence, ..self.clone() }
    }

    /// It is looked at once more.
    pub(crate) fn visited(&self) -> Obligation {
        let (visits, insistence) = (self.visits.saturating_add(1), self.insistence + 1.0);
        Obligation { visits, insistence, ..self.clone() }
    }

    /// How often it was looked at, where visits before it came to a later frame count less.
    pub(crate) fn insistence(&self) -> f64 {
        self.insistence
    }

    /// Has it come back so often, and just now, that others should hear of it?
    pub(crate) fn is_stubborn(&self) -> bool {
        self.visits == WORTH_TELLING
    }

    /// How stubborn it is: how often it, or one of the next few that it leads to, was looked at.
    pub(crate) fn stubbornness(&self) -> u32 {
        self.chain().take(KIN).map(|obligation| obligation.visits).max().unwrap_or(0)
    }

    /// This obligation and those it leads to.
    pub(crate) fn chain(&self) -> impl Iterator<Item = &Obligation> {
        std::iter::successors(Some(self), |obligation| obligation.next.as_deref())
    }
}

/// The open obligations: lowest frame first, then the one nearest to bad, then the smallest cube.
#[derive(Debug, Default)]
pub(crate) struct Obligations {
    queue: BinaryHeap<Reverse<Entry>>,
    arrivals: u64,
}

#[derive(Debug)]
struct Entry {
    key: (usize, usize, usize, u64),
    obligation: Obligation,
}

impl PartialEq for Entry {
    fn eq(&self, other: &Entry) -> bool {
        self.key == other.key
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
        self.key.cmp(&other.key)
    }
}

impl Obligations {
    pub(crate) fn push(&mut self, obligation: Obligation) {
        self.arrivals += 1;
        let literals: &[Lit] = &obligation.state;
        let key = (obligation.frame, obligation.depth, literals.len(), self.arrivals);
        self.queue.push(Reverse(Entry { key, obligation }));
    }

    pub(crate) fn pop(&mut self) -> Option<Obligation> {
        self.queue.pop().map(|Reverse(entry)| entry.obligation)
    }
}
