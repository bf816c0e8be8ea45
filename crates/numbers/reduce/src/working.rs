//! The system under reduction: its clauses as they are now, and the way back.

use buttress_horn::{Horn, PredicateId};
use buttress_logic::{Term, Terms};

use super::arguments::Arguments;
use super::fold::Folder;
use super::traced::TracedClause;
use super::undo::Undo;

/// The clauses as they are now, with all that is needed to go back.
pub(super) struct WorkingSystem {
    pub original: Horn,
    pub clauses: Vec<TracedClause>,
    /// Which predicates are left.
    pub is_present: Vec<bool>,
    pub arguments: Arguments,
    /// The steps taken, in order.
    pub undo: Vec<Undo>,
    pub folder: Folder,
}

impl WorkingSystem {
    /// Nothing is done yet.
    pub fn new(terms: &mut Terms, horn: &Horn) -> WorkingSystem {
        let clauses = horn.clause_ids().map(|id| TracedClause::new(terms, horn, id)).collect();
        WorkingSystem {
            clauses,
            is_present: vec![true; horn.predicates.len()],
            arguments: Arguments::new(horn),
            undo: Vec::new(),
            folder: Folder::default(),
            original: horn.clone(),
        }
    }

    /// Folds all clauses, and removes those that cannot be applied.
    pub fn simplify(&mut self, terms: &mut Terms) {
        let WorkingSystem { clauses, folder, arguments, .. } = self;
        clauses.retain_mut(|clause| clause.simplify(terms, folder, arguments));
    }

    /// The numbers of all predicates, present or not.
    pub fn predicate_ids(&self) -> impl Iterator<Item = PredicateId> + use<> {
        self.original.predicate_ids()
    }

    /// The parameters of a predicate.
    pub fn parameters(&self, id: PredicateId) -> &[Term] {
        &self.original.predicate(id).parameters
    }
}
