//! The system under work.

use buttress_horn::{Horn, PredicateId};
use buttress_logic::{Term, Terms};

use super::Settings;
use super::draft::Draft;
use super::fold::Folder;
use super::places::Places;
use super::undo::Undo;

/// The clauses as they are now, with all that is needed to go back.
pub(super) struct Work {
    pub original: Horn,
    pub drafts: Vec<Draft>,
    /// Which predicates are left.
    pub is_present: Vec<bool>,
    pub places: Places,
    /// The steps taken, in order.
    pub undo: Vec<Undo>,
    pub folder: Folder,
}

impl Work {
    /// Nothing is done yet.
    pub fn new(terms: &mut Terms, horn: &Horn) -> Work {
        let drafts = horn.clause_ids().map(|id| Draft::new(terms, horn, id)).collect();
        Work {
            drafts,
            is_present: vec![true; horn.predicates.len()],
            places: Places::new(horn),
            undo: Vec::new(),
            folder: Folder::default(),
            original: horn.clone(),
        }
    }

    /// All steps, until none of them changes anything.
    pub fn run(&mut self, terms: &mut Terms, settings: &Settings) {
        self.simplify(terms);
        loop {
            let mut is_changed = self.drop_underivable();
            if settings.cone {
                is_changed |= self.drop_useless();
            }
            is_changed |= self.drop_determined(terms);
            if settings.cone {
                is_changed |= self.drop_ignored(terms);
            }
            if let Some(growth) = settings.blocks {
                is_changed |= self.resolve_blocks(terms, growth, settings.size);
            }
            if !is_changed {
                break;
            }
        }
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
