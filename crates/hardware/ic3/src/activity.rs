//! How often variables occur in recent lemmas: a heuristic for which literals to keep.

use std::cmp::Ordering;

use buttress_prop::{IndexVec, Lit, Var};

/// A score for each variable, of which older shares count less.
pub(crate) struct Activity {
    scores: IndexVec<Var, f64>,
    bump: f64,
}

impl Activity {
    pub(crate) fn new(vars: usize) -> Activity {
        Activity { scores: IndexVec::filled(0.0, vars), bump: 1.0 }
    }

    /// The less active literal is the smaller.
    pub(crate) fn compare(&self, left: Lit, right: Lit) -> Ordering {
        self.scores[left.var()].total_cmp(&self.scores[right.var()])
    }

    /// The variables of a new lemma; all that was before counts a little less.
    pub(crate) fn bump(&mut self, cube: &[Lit]) {
        for lit in cube {
            self.scores[lit.var()] += self.bump;
        }
        self.bump *= 1.02;
        if self.bump > 1e100 {
            for score in self.scores.iter_mut() {
                *score *= 1e-100;
            }
            self.bump *= 1e-100;
        }
    }
}
