//! What the store says of quantified formulas, their variables and their witnesses.

use super::store::Terms;
use super::term::Term;
use crate::id::{Binder, Bound, Witness};
use crate::op::Op;
use crate::sort::Sort;

impl Terms {
    /// A new variable for a quantifier to bind.
    pub fn new_bound(&mut self, name: &str, sort: Sort) -> Bound {
        self.binders.new_bound(name, sort)
    }

    /// A new variable for a quantifier that no script has.
    ///
    /// These are numbered apart: evidence names the variables and binders of a script by their
    /// numbers, which must not depend on what a solver made for itself in between.
    pub fn scratch_bound(&mut self, name: &str, sort: Sort) -> Bound {
        self.binders.scratch_bound(name, sort)
    }

    /// A new list of variables for a quantifier that no script has.
    pub fn scratch_binder(&mut self, bounds: &[Bound]) -> Binder {
        self.binders.scratch_binder(bounds)
    }

    /// The name of a bound variable.
    pub fn bound_name(&self, bound: Bound) -> &str {
        &self.binders.bound(bound).0
    }

    /// The sort of a bound variable.
    pub fn bound_sort(&self, bound: Bound) -> Sort {
        self.binders.bound(bound).1
    }

    /// A new list of variables for one quantifier.
    pub fn new_binder(&mut self, bounds: &[Bound]) -> Binder {
        self.binders.new_binder(bounds)
    }

    /// The bound variable with this number.
    pub fn bound_at(&self, number: u32) -> Option<Bound> {
        self.binders.bound_at(number)
    }

    /// The binder with this number.
    pub fn binder_at(&self, number: u32) -> Option<Binder> {
        self.binders.binder_at(number)
    }

    /// The variables that a quantifier binds.
    pub fn binder(&self, binder: Binder) -> &[Bound] {
        self.binders.binder(binder)
    }

    /// The variables that a quantified formula binds; none of other terms.
    pub fn quantified(&self, formula: Term) -> &[Bound] {
        match self.op(formula) {
            Op::Forall(binder) | Op::Exists(binder) => self.binder(binder),
            _ => &[],
        }
    }

    /// The constant that is chosen for the variable at a place of a quantified formula Q, which has
    /// no free variables.
    ///
    /// The constants of Q = ∃x̄. F are such that F holds of them if Q does; those of Q = ∀x̄. F such
    /// that F fails of them if Q does. A witness has no arguments: formulas that are equally true
    /// need not have the same witnesses.
    ///
    /// # Panics
    /// If the formula binds no variable at that place.
    pub fn witness(&mut self, formula: Term, place: usize) -> Term {
        let sort = self.bound_sort(self.quantified(formula)[place]);
        let witness = self.binders.witness(formula, place as u32);
        self.intern(Op::Witness(witness), sort, &[])
    }

    /// The quantified formula of a witness, and the place of its variable.
    pub fn witnessed(&self, witness: Witness) -> (Term, usize) {
        let (formula, place) = self.binders.witnessed(witness);
        (formula, place as usize)
    }
}
