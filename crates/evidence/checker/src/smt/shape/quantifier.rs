//! What a quantified formula says of values and of its witnesses.
//!
//! All formulas and values here are closed, so that no variable is captured. The body of a formula
//! must not bind its variables again: then putting values for them everywhere is putting values for
//! their free occurrences.

use std::collections::{HashMap, HashSet};

use buttress_logic::{Bound, Op, Term, Walk};

use super::Shape;
use crate::smt::free::bound_by;
use crate::smt::rejection::ClauseFlaw;
use crate::substitute::substitute;

impl Shape<'_> {
    /// ∀x̄. F: {¬t, F[v̄]}; ∃x̄. F: {t, ¬F[v̄]}
    pub(super) fn instance(&mut self, formula: Term, values: &[Term]) -> Result<(), ClauseFlaw> {
        let (is_forall, body) = self.quantified(formula)?;
        let bounds = self.terms.quantified(formula).to_vec();
        if bounds.len() != values.len() {
            return Err(self.inapplicable(formula, "a quantifier over so many variables"));
        }
        for (bound, value) in bounds.iter().zip(values) {
            self.require_sort(*value, self.terms.bound_sort(*bound))?;
            self.require_closed(*value)?;
        }
        self.require_says(formula, !is_forall)?;
        let said = self.put(body, &bounds, values);
        self.require_says(said, is_forall)
    }

    /// ∀x̄. F: {t, ¬F[w̄]}; ∃x̄. F: {¬t, F[w̄]}
    pub(super) fn witness(&mut self, formula: Term) -> Result<(), ClauseFlaw> {
        let (is_forall, body) = self.quantified(formula)?;
        let bounds = self.terms.quantified(formula).to_vec();
        let places = 0..bounds.len();
        let witnesses: Vec<Term> = places.map(|place| self.terms.witness(formula, place)).collect();
        self.require_says(formula, is_forall)?;
        let said = self.put(body, &bounds, &witnesses);
        self.require_says(said, !is_forall)
    }

    /// Is the formula universal, and what is its body?
    fn quantified(&mut self, formula: Term) -> Result<(bool, Term), ClauseFlaw> {
        let is_forall = match self.terms.op(formula) {
            Op::Forall(_) => true,
            Op::Exists(_) => false,
            _ => return Err(self.inapplicable(formula, "quantified")),
        };
        let [body] = self.parts(formula, self.terms.op(formula), "quantified")?;
        self.require_closed(formula)?;
        if !self.binds_once(formula, body) {
            return Err(self.inapplicable(formula, "a quantifier over variables of its own"));
        }
        Ok((is_forall, body))
    }

    /// Are the variables of a formula different, and bound by nothing in its body?
    fn binds_once(&mut self, formula: Term, body: Term) -> bool {
        if let Some(answer) = self.shapes.binding_once.get(&formula) {
            return *answer;
        }
        let bounds = self.terms.quantified(formula);
        let own: HashSet<Bound> = bounds.iter().copied().collect();
        let mut answer = own.len() == bounds.len();
        let mut walk = Walk::of(&[body]);
        while let Some(term) = walk.step() {
            answer &= bound_by(self.terms, term).iter().all(|bound| !own.contains(bound));
            walk.enter(self.terms.arguments(term));
        }
        self.shapes.binding_once.insert(formula, answer);
        answer
    }

    fn put(&mut self, body: Term, bounds: &[Bound], values: &[Term]) -> Term {
        let variables: Vec<Term> = bounds.iter().map(|bound| self.terms.bound(*bound)).collect();
        let map: HashMap<Term, Term> = variables.into_iter().zip(values.iter().copied()).collect();
        substitute(self.terms, body, &map)
    }

    fn require_closed(&mut self, term: Term) -> Result<(), ClauseFlaw> {
        if self.shapes.free.is_closed(self.terms, term) {
            return Ok(());
        }
        Err(self.inapplicable(term, "closed"))
    }

    fn require_says(&self, formula: Term, is_claimed: bool) -> Result<(), ClauseFlaw> {
        if is_claimed { self.require(formula) } else { self.require_denied(formula) }
    }
}
