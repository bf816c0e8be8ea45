//! Predicates that no derivation needs.

use buttress_horn::PredicateId;
use buttress_logic::Terms;

use super::draft::Draft;
use super::undo::Undo;
use super::work::Work;

impl Work {
    /// A predicate that no fact leads to is false, with all that is derived from it.
    /// Returns whether there was one.
    pub fn drop_underivable(&mut self) -> bool {
        let mut is_derivable = vec![false; self.original.predicates.len()];
        let can_fire = |draft: &Draft, is_derivable: &[bool]| {
            draft.body.iter().all(|premise| is_derivable[premise.predicate.index()])
        };
        loop {
            let mut is_changed = false;
            for draft in &self.drafts {
                if let Some(head) = &draft.head
                    && !is_derivable[head.predicate.index()]
                    && can_fire(draft, &is_derivable)
                {
                    is_derivable[head.predicate.index()] = true;
                    is_changed = true;
                }
            }
            if !is_changed {
                break;
            }
        }
        self.drafts.retain(|draft| can_fire(draft, &is_derivable));
        self.settle(false, |id| !is_derivable[id.index()])
    }

    /// A predicate that leads to no query is true. Returns whether there was one.
    pub fn drop_useless(&mut self) -> bool {
        let mut is_useful = vec![false; self.original.predicates.len()];
        let can_serve = |draft: &Draft, is_useful: &[bool]| {
            draft.head.as_ref().is_none_or(|head| is_useful[head.predicate.index()])
        };
        loop {
            let mut is_changed = false;
            for draft in &self.drafts {
                if can_serve(draft, &is_useful) {
                    for premise in &draft.body {
                        let is_useful = &mut is_useful[premise.predicate.index()];
                        is_changed |= !*is_useful;
                        *is_useful = true;
                    }
                }
            }
            if !is_changed {
                break;
            }
        }
        self.drafts.retain(|draft| can_serve(draft, &is_useful));
        self.settle(true, |id| !is_useful[id.index()])
    }

    /// Says that predicates are true or false everywhere.
    fn settle(&mut self, truth: bool, is_settled: impl Fn(PredicateId) -> bool) -> bool {
        let mut is_changed = false;
        for id in self.predicate_ids() {
            if self.is_present[id.index()] && is_settled(id) {
                self.is_present[id.index()] = false;
                self.undo.push(Undo::Constant(id, truth));
                is_changed = true;
            }
        }
        is_changed
    }

    /// Folds all clauses, and removes those that cannot be applied.
    pub fn simplify(&mut self, terms: &mut Terms) {
        let Work { drafts, folder, places, .. } = self;
        drafts.retain_mut(|draft| draft.simplify(terms, folder, places));
    }
}
