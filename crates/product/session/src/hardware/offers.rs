//! Clauses of other engines' frames, shortest first, waiting for an engine that shows them for its own.

use std::collections::{BTreeSet, HashSet};

use buttress_budget::{Budget, Limits};
use buttress_ic3::FrameSequence;
use buttress_prop::{Clause, Lit};

use super::store::{Framed, Store};
use crate::limits::{IMPORT_SHARE, LEAST_IMPORT_EFFORT, MOST_OFFERS, MOST_OFFERS_KNOWN};

/// Offers to one engine.
#[derive(Default)]
pub(super) struct Offers {
    /// By length, then by the last frame first; the last part tells obligations.
    waiting: BTreeSet<(usize, std::cmp::Reverse<usize>, Vec<Lit>, bool)>,
    /// Everything that was offered or given, so that no clause is looked at twice.
    known: HashSet<Framed>,
    /// The effort of the engine's own work.
    worked: u64,
    /// The effort that offers have cost.
    spent: u64,
}

impl Offers {
    /// The engine has these by itself.
    pub(super) fn know(&mut self, clauses: &[Framed]) {
        self.make_room();
        self.known.extend(clauses.iter().cloned());
    }

    /// Takes notice of what others have.
    pub(super) fn add(&mut self, clauses: Vec<Framed>) {
        self.make_room();
        for framed in clauses {
            if self.known.insert(framed.clone()) {
                let literals = framed.clause.to_vec();
                let frame = std::cmp::Reverse(framed.frame);
                self.waiting.insert((literals.len(), frame, literals, framed.is_wish));
            }
        }
        while self.waiting.len() > MOST_OFFERS {
            self.waiting.pop_last();
        }
    }

    /// The engine has worked by itself.
    pub(super) fn work(&mut self, effort: u64) {
        self.worked += effort;
    }

    /// Lets the engine look at offers, as long as that is a small part of its work.
    pub(super) fn take(&mut self, frames: &mut FrameSequence, store: &Store, limits: &Limits) {
        let allowed = (self.worked / IMPORT_SHARE).saturating_sub(self.spent);
        if self.waiting.is_empty() || allowed < LEAST_IMPORT_EFFORT {
            return;
        }
        let budget = Budget::with_effort(limits.clone(), allowed);
        let (mut examined, mut taken) = (0, 0);
        while let Some((_, std::cmp::Reverse(frame), literals, is_wish)) = self.waiting.pop_first()
        {
            examined += 1;
            // A clause whose turn ends in the middle is lost, as any offer may be.
            let clause = Clause::new(literals);
            let answer = match is_wish {
                true => frames.grant(frame, &clause, &budget),
                false => frames.offer(frame, &clause, &budget),
            };
            match answer {
                Ok(is_taken) => taken += u64::from(is_taken),
                Err(_) => break,
            }
            // Queries that are answered at once cost no propagation; looking has its price, too.
            if budget.spend(1).is_err() {
                break;
            }
        }
        self.spent += budget.spent();
        store.add_cost(examined, taken, budget.spent());
    }

    fn make_room(&mut self) {
        if self.known.len() > MOST_OFFERS_KNOWN {
            self.known.clear();
        }
    }
}
