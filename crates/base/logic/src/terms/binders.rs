//! The variables that quantifiers bind, the lists of them, and the constants that stand for them.

use std::collections::HashMap;

use super::term::Term;
use crate::id::{Binder, Bound, Witness};
use crate::sort::Sort;

/// The bit that tells variables and binders that no script has.
const SCRATCH: u32 = 1 << 31;

/// Variables and binders by number, those of scripts and those that a solver made for itself apart.
#[derive(Clone, Debug, Default)]
pub(super) struct Binders {
    bounds: Vec<(String, Sort)>,
    binders: Vec<Vec<Bound>>,
    scratch_bounds: Vec<(String, Sort)>,
    scratch_binders: Vec<Vec<Bound>>,
    witnesses: Vec<(Term, u32)>,
    witness_numbers: HashMap<(Term, u32), Witness>,
}

impl Binders {
    pub(super) fn new_bound(&mut self, name: &str, sort: Sort) -> Bound {
        self.bounds.push((name.to_owned(), sort));
        Bound(self.bounds.len() as u32 - 1)
    }

    pub(super) fn scratch_bound(&mut self, name: &str, sort: Sort) -> Bound {
        self.scratch_bounds.push((name.to_owned(), sort));
        Bound(SCRATCH | (self.scratch_bounds.len() as u32 - 1))
    }

    pub(super) fn new_binder(&mut self, bounds: &[Bound]) -> Binder {
        self.binders.push(bounds.to_vec());
        Binder(self.binders.len() as u32 - 1)
    }

    pub(super) fn scratch_binder(&mut self, bounds: &[Bound]) -> Binder {
        self.scratch_binders.push(bounds.to_vec());
        Binder(SCRATCH | (self.scratch_binders.len() as u32 - 1))
    }

    /// The name and sort of a variable.
    pub(super) fn bound(&self, bound: Bound) -> &(String, Sort) {
        if bound.0 & SCRATCH == 0 {
            &self.bounds[bound.0 as usize]
        } else {
            &self.scratch_bounds[(bound.0 & !SCRATCH) as usize]
        }
    }

    pub(super) fn binder(&self, binder: Binder) -> &[Bound] {
        if binder.0 & SCRATCH == 0 {
            &self.binders[binder.0 as usize]
        } else {
            &self.scratch_binders[(binder.0 & !SCRATCH) as usize]
        }
    }

    pub(super) fn bound_at(&self, number: u32) -> Option<Bound> {
        ((number as usize) < self.bounds.len()).then_some(Bound(number))
    }

    pub(super) fn binder_at(&self, number: u32) -> Option<Binder> {
        ((number as usize) < self.binders.len()).then_some(Binder(number))
    }

    /// The constant for the variable at a place of a quantified formula.
    pub(super) fn witness(&mut self, formula: Term, place: u32) -> Witness {
        let key = (formula, place);
        if let Some(witness) = self.witness_numbers.get(&key) {
            return *witness;
        }
        let witness = Witness(self.witnesses.len() as u32);
        self.witnesses.push(key);
        self.witness_numbers.insert(key, witness);
        witness
    }

    /// The quantified formula of a witness, and the place of its variable.
    pub(super) fn witnessed(&self, witness: Witness) -> (Term, u32) {
        self.witnesses[witness.0 as usize]
    }
}
