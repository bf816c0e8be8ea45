//! The bridge to arithmetic: what terms are to it, and what its constraints stand for.
//!
//! [`Unknowns`] has the linear forms, [`ConstraintTags`] the tags of constraints, [`Facts`] what follows by products. This file makes terms known.

mod facts;
mod monomials;
mod tags;
mod unknowns;

use buttress_logic::{Op, Term, Terms};
use buttress_numeric::{Constraint, Derivation, LinearForm, Rational};
use buttress_theory::arith::{self, Lifetime};
use buttress_theory::graph::is_application;

pub(crate) use facts::{Fact, Facts, How, times};
pub(crate) use monomials::short_product;
pub(crate) use tags::{ConstraintTags, TagMeaning};
pub(crate) use unknowns::Unknowns;

/// What the search knows of numbers.
#[derive(Default)]
pub(crate) struct Numbers {
    pub(crate) unknowns: Unknowns,
    pub(crate) tags: ConstraintTags,
    /// What follows from constraints by products.
    pub(crate) derived: Facts,
    /// A contradiction among facts and earlier bounds, found while a term was made known.
    pub(crate) conflict: Option<Derivation>,
    /// A term outside linear arithmetic.
    pub(crate) nonlinear: Option<Term>,
}

impl Numbers {
    /// Makes a term known to arithmetic, its parts being known.
    pub(crate) fn know(&mut self, terms: &mut Terms, term: Term) {
        self.unknowns.set_known(term);
        let arguments = terms.arguments(term).to_vec();
        let op = terms.op(term);
        match op {
            Op::Number(_) => return,
            Op::Add | Op::Multiply | Op::ToReal => {
                let values: Vec<Option<Rational>> = arguments
                    .iter()
                    .map(|argument| self.unknowns.constant(terms, *argument))
                    .collect();
                let known: Vec<&Rational> = values.iter().flatten().collect();
                if known.len() == values.len() {
                    let value = match op {
                        Op::Multiply => {
                            known.iter().fold(Rational::ONE, |product, factor| &product * *factor)
                        }
                        _ => known.iter().fold(Rational::ZERO, |sum, summand| &sum + *summand),
                    };
                    self.unknowns.set_constant(term, value);
                    return;
                }
                if op != Op::Multiply || known.len() + 1 == values.len() {
                    return;
                }
                self.nonlinear = Some(term);
                if self.multiply_out(terms, term) {
                    return;
                }
            }
            Op::Divide if !is_application(terms, term) => {
                if let (Some(left), Some(right)) = (
                    self.unknowns.constant(terms, arguments[0]),
                    self.unknowns.constant(terms, arguments[1]),
                ) && let Some(quotient) = left.checked_div(&right)
                {
                    self.unknowns.set_constant(term, quotient);
                }
                return;
            }
            Op::Divide | Op::IntegerDivide | Op::Modulo
                if self.unknowns.constant(terms, arguments[1]).is_none() =>
            {
                self.nonlinear = Some(term);
            }
            _ => {}
        }
        let variable = self.unknowns.new_variable(terms, term);
        match op {
            Op::IntegerDivide | Op::Modulo if !is_application(terms, term) => {
                self.know_division(terms, term);
            }
            Op::ToInteger => {
                // 0 ≤ x − ⌊x⌋ < 1
                let mut rest = self.unknowns.linear(terms, arguments[0]);
                rest.add_scaled(&Rational::MINUS_ONE, &LinearForm::variable(variable));
                self.assert_fact(term, 0, Constraint::non_negative(rest.clone()));
                let mut room = rest.scaled(&Rational::MINUS_ONE);
                room.add_constant(&Rational::ONE);
                self.assert_fact(term, 1, Constraint::positive(room));
            }
            _ => {}
        }
    }

    /// x = k · (div x k) + (mod x k), and 0 ≤ (mod x k) < |k|.
    fn know_division(&mut self, terms: &mut Terms, term: Term) {
        let (dividend, divisor) = (terms.argument(term, 0), terms.argument(term, 1));
        let quotient = terms.integer_divide(dividend, divisor);
        let rest = terms.modulo(dividend, divisor);
        // Whichever of the two comes second finds the other one known, and says the facts.
        if !(self.unknowns.is_known(quotient) && self.unknowns.is_known(rest)) {
            let other = if term == quotient { rest } else { quotient };
            self.know(terms, other);
            return;
        }
        let Some(factor) = terms.as_number(divisor).cloned() else { return };
        let (quotient_form, rest_form) =
            (self.unknowns.linear(terms, quotient), self.unknowns.linear(terms, rest));
        self.assert_fact(rest, 0, Constraint::non_negative(rest_form.clone()));
        let mut room = rest_form.scaled(&Rational::MINUS_ONE);
        room.add_constant(&(&factor.abs() - &Rational::ONE));
        self.assert_fact(rest, 1, Constraint::non_negative(room));
        let mut equation = self.unknowns.linear(terms, dividend);
        equation.add_scaled(&-&factor, &quotient_form);
        equation.add_scaled(&Rational::MINUS_ONE, &rest_form);
        self.assert_fact(rest, 2, Constraint::zero(equation));
    }

    fn assert_fact(&mut self, term: Term, which: u8, constraint: Constraint) {
        let reason = self.tags.of_fact(term, which, constraint.clone());
        let asserted =
            self.unknowns.arithmetic.assert_constraint(&constraint, Lifetime::Permanent, reason);
        if let Err(conflict) = asserted {
            self.conflict = Some(conflict);
        }
    }

    /// Multiplies out a product whose factors are known; false if that is too large.
    fn multiply_out(&mut self, terms: &mut Terms, term: Term) -> bool {
        let unknowns = &mut self.unknowns;
        let factors = terms.arguments(term).iter();
        let factors =
            factors.map(|factor| unknowns.monomials.polynomial(&unknowns.linear(terms, *factor)));
        let Some(product) = monomials::multiplied_out(factors) else { return false };
        for (monomial, _) in product.terms() {
            if monomial.degree() > 1 {
                let variable = unknowns.monomial_variable(terms, monomial);
                unknowns.monomials.set_proper(variable);
            }
        }
        let form = unknowns.form(terms, &product);
        if unknowns.variable(term).is_none() {
            unknowns.monomials.expand(term, form);
        }
        true
    }

    /// Makes an equation between numbers that arithmetic knows an atom, so that bounds can refute it.
    pub(crate) fn register_equation(
        &mut self,
        terms: &Terms,
        formula: Term,
    ) -> Option<arith::Atom> {
        let &[left, right] = terms.arguments(formula) else { return None };
        if !self.unknowns.is_known(left) || !self.unknowns.is_known(right) {
            return None;
        }
        let constraint = Constraint::zero(self.unknowns.difference_form(terms, left, right));
        let is_constant = constraint.form.is_constant();
        (!is_constant).then(|| self.unknowns.arithmetic.register(&constraint))
    }

    /// Makes a comparison an atom of arithmetic.
    pub(crate) fn register(&mut self, terms: &Terms, formula: Term) -> Option<arith::Atom> {
        let &[left, right] = terms.arguments(formula) else { return None };
        // s ≤ t is t − s ≥ 0
        let form = self.unknowns.difference_form(terms, right, left);
        let constraint = match terms.op(formula) {
            Op::Less => Constraint::positive(form),
            _ => Constraint::non_negative(form),
        };
        Some(self.unknowns.arithmetic.register(&constraint))
    }
}
