//! Monomials: products of unknowns as variables of arithmetic.
//!
//! A product of terms is multiplied out into a sum of monomials, unless that is too large; then it
//! is an unknown as it stands. The checker multiplies out within the same bounds.
//!
//! Invariant: monomials have at least two factors, and factors are no products that are known as
//! monomials.

use std::collections::{BTreeMap, HashMap};

use buttress_logic::{IdMap, Term};
use buttress_numeric::{LinearForm, Monomial, Polynomial, Variable};

use crate::limits::{HIGHEST_DEGREE, MOST_SUMMANDS, PRODUCT_BITS};

/// The monomials that are variables.
#[derive(Debug, Default)]
pub(crate) struct Monomials {
    variables: HashMap<Monomial, Variable>,
    factors: BTreeMap<Variable, Monomial>,
    /// Products of terms, multiplied out.
    expanded: IdMap<Term, LinearForm>,
    /// Monomials of terms that were internalized, in contrast to those that reasoning made.
    proper: Vec<Variable>,
}

impl Monomials {
    /// A product, multiplied out.
    pub(crate) fn expanded(&self, term: Term) -> Option<&LinearForm> {
        self.expanded.get(&term)
    }

    /// The variable of a monomial that has one.
    pub(crate) fn variable(&self, monomial: &Monomial) -> Option<Variable> {
        match monomial.factors() {
            [(variable, 1)] => Some(*variable),
            _ => self.variables.get(monomial).copied(),
        }
    }

    /// The monomial of a variable.
    fn monomial(&self, variable: Variable) -> Monomial {
        self.factors.get(&variable).cloned().unwrap_or_else(|| Monomial::variable(variable))
    }

    /// The monomials of internalized terms.
    pub(crate) fn proper(&self) -> impl Iterator<Item = (Variable, &Monomial)> {
        self.proper.iter().map(|variable| (*variable, &self.factors[variable]))
    }

    /// Is there any product of unknowns?
    pub(crate) fn is_any(&self) -> bool {
        !self.proper.is_empty()
    }

    /// The highest degree of a product of internalized terms.
    pub(crate) fn highest_degree(&self) -> u64 {
        self.proper().map(|(_, monomial)| monomial.degree()).max().unwrap_or(0)
    }

    /// The polynomial of a linear form.
    pub(crate) fn polynomial(&self, form: &LinearForm) -> Polynomial {
        let constant = (Monomial::ONE, form.constant_part().clone());
        let summands = form.terms().iter();
        let summands = summands.map(|(variable, by)| (self.monomial(*variable), by.clone()));
        Polynomial::new(summands.chain([constant]))
    }

    /// Makes a variable stand for a monomial.
    pub(super) fn add(&mut self, monomial: Monomial, variable: Variable) {
        self.variables.insert(monomial.clone(), variable);
        self.factors.insert(variable, monomial);
    }

    /// Notes that a monomial is one of an internalized term.
    pub(super) fn set_proper(&mut self, variable: Variable) {
        if !self.proper.contains(&variable) {
            self.proper.push(variable);
        }
    }

    /// Notes a product, multiplied out.
    pub(super) fn expand(&mut self, term: Term, form: LinearForm) {
        self.expanded.insert(term, form);
    }
}

/// A product of factors, multiplied out; none if it is too large.
pub(super) fn multiplied_out(factors: impl IntoIterator<Item = Polynomial>) -> Option<Polynomial> {
    let mut product = Polynomial::constant(buttress_numeric::Rational::ONE);
    for factor in factors {
        product = bounded_product(&product, &factor, MOST_SUMMANDS)?;
    }
    Some(product)
}

/// The product of two polynomials if it has no more summands than these, before like ones are put
/// together, and no monomial of too high a degree.
fn bounded_product(left: &Polynomial, right: &Polynomial, summands: usize) -> Option<Polynomial> {
    let is_small = left.terms().count() * right.terms().count() <= summands
        && (left.is_zero() || right.is_zero() || left.degree() + right.degree() <= HIGHEST_DEGREE);
    if is_small { left.product(right) } else { None }
}

/// The same for products that reasoning makes, and none if a coefficient is too long.
pub(crate) fn short_product(
    left: &Polynomial,
    right: &Polynomial,
    summands: usize,
) -> Option<Polynomial> {
    let is_short = left.bits() + right.bits() <= PRODUCT_BITS;
    if is_short { bounded_product(left, right, summands) } else { None }
}
