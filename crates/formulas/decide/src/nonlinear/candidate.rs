//! The values of monomials at a point of arithmetic, and those that they should have.

use buttress_numeric::{Monomial, Polynomial, Rational, Variable};

use crate::numbers::Unknowns;
use crate::point::Point;

/// Which products may be made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Growth {
    /// Those of monomials that are there already.
    Known,
    /// Those with new monomials up to this degree, too.
    UpTo(u64),
}

/// The values of monomials at a point.
pub(super) struct Candidate<'a> {
    unknowns: &'a Unknowns,
    point: &'a Point,
}

impl<'a> Candidate<'a> {
    pub(super) fn new(unknowns: &'a Unknowns, point: &'a Point) -> Candidate<'a> {
        Candidate { unknowns, point }
    }

    /// The value of an unknown.
    pub(super) fn unknown(&self, variable: Variable) -> Rational {
        self.point.value(variable)
    }

    /// What a monomial should be worth: the product of the values of its factors.
    pub(super) fn product(&self, monomial: &Monomial) -> Rational {
        monomial.evaluate(|variable| self.unknown(variable))
    }

    /// The value of a monomial: that of its variable if it has one.
    pub(super) fn monomial(&self, monomial: &Monomial) -> Rational {
        match self.unknowns.monomials.variable(monomial) {
            Some(variable) => self.unknown(variable),
            None => self.product(monomial),
        }
    }

    /// The value of a polynomial if arithmetic is believed.
    pub(super) fn believed(&self, polynomial: &Polynomial) -> Rational {
        let mut sum = Rational::ZERO;
        for (monomial, coefficient) in polynomial.terms() {
            sum.add_product(coefficient, &self.monomial(monomial));
        }
        sum
    }

    /// Has arithmetic given the monomial another value than the product of its factors?
    pub(super) fn is_wrong(&self, monomial: &Monomial) -> bool {
        monomial.degree() > 1 && self.monomial(monomial) != self.product(monomial)
    }

    /// The monomials of terms whose values are wrong.
    pub(super) fn wrong(&self) -> Vec<(Variable, Monomial)> {
        let proper = self.unknowns.monomials.proper();
        let wrong =
            proper.filter(|(variable, monomial)| self.unknown(*variable) != self.product(monomial));
        wrong.map(|(variable, monomial)| (variable, monomial.clone())).collect()
    }

    /// May facts speak of this polynomial?
    pub(super) fn may_grow(&self, polynomial: &Polynomial, growth: Growth) -> bool {
        match growth {
            Growth::Known => self.is_known(polynomial),
            Growth::UpTo(degree) => polynomial.degree() <= degree,
        }
    }

    /// Are all monomials of the polynomial variables already?
    pub(super) fn is_known(&self, polynomial: &Polynomial) -> bool {
        let monomials = &self.unknowns.monomials;
        polynomial
            .terms()
            .all(|(monomial, _)| monomial.degree() == 0 || monomials.variable(monomial).is_some())
    }
}
