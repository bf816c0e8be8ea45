//! Monomials: products of unknowns as variables of arithmetic.
//!
//! A product of terms is multiplied out into a sum of monomials, unless that is too large; then it
//! is an unknown as it stands. The checker multiplies out within the same bounds.
//!
//! Invariant: monomials have at least two factors, and factors are no products that are known as
//! monomials.

use std::collections::{BTreeMap, HashMap};

use buttress_logic::{Sort, Term, Terms};
use buttress_numeric::{LinearForm, Monomial, Polynomial, Rational, Variable};

use crate::combination::Combination;

/// The most summands of a step in multiplying out, before like ones are put together.
const SUMMANDS: usize = 1024;
/// The most factors of a monomial.
const DEGREE: u64 = 64;
/// The longest coefficient of a product that reasoning makes, in binary digits.
const BITS: usize = 512;

/// The monomials that are variables.
#[derive(Debug, Default)]
pub(crate) struct Monomials {
    variables: HashMap<Monomial, Variable>,
    factors: BTreeMap<Variable, Monomial>,
    /// Products of terms, multiplied out.
    expanded: HashMap<Term, LinearForm>,
    /// Monomials of terms that were entered, in contrast to those that reasoning made.
    proper: Vec<Variable>,
}

impl Monomials {
    /// A product, multiplied out.
    pub(crate) fn expanded(&self, term: Term) -> Option<&LinearForm> {
        self.expanded.get(&term)
    }

    /// The variable of a monomial that has one.
    pub(super) fn variable(&self, monomial: &Monomial) -> Option<Variable> {
        match monomial.factors() {
            [(variable, 1)] => Some(*variable),
            _ => self.variables.get(monomial).copied(),
        }
    }

    /// The monomial of a variable.
    fn monomial(&self, variable: Variable) -> Monomial {
        self.factors.get(&variable).cloned().unwrap_or_else(|| Monomial::variable(variable))
    }

    /// The monomials of entered terms.
    pub(super) fn proper(&self) -> impl Iterator<Item = (Variable, &Monomial)> {
        self.proper.iter().map(|variable| (*variable, &self.factors[variable]))
    }

    /// Is there any product of unknowns?
    pub(crate) fn is_any(&self) -> bool {
        !self.proper.is_empty()
    }

    /// The highest degree of a product of entered terms.
    pub(super) fn highest_degree(&self) -> u64 {
        self.proper().map(|(_, monomial)| monomial.degree()).max().unwrap_or(0)
    }

    /// The polynomial of a linear form.
    pub(super) fn polynomial(&self, form: &LinearForm) -> Polynomial {
        let constant = (Monomial::ONE, form.constant_part().clone());
        let summands = form.terms().iter();
        let summands = summands.map(|(variable, by)| (self.monomial(*variable), by.clone()));
        Polynomial::new(summands.chain([constant]))
    }
}

impl Combination {
    /// Multiplies out a product whose factors are known; false if that is too large.
    pub(crate) fn multiply_out(&mut self, terms: &mut Terms, term: Term) -> bool {
        let mut product = Polynomial::constant(Rational::ONE);
        for factor in terms.arguments(term).to_vec() {
            let form = self.linear(terms, factor);
            let factor = self.numbers.monomials.polynomial(&form);
            match bounded_product(&product, &factor, SUMMANDS) {
                Some(next) => product = next,
                None => return false,
            }
        }
        for (monomial, _) in product.terms() {
            if monomial.degree() > 1 {
                let variable = self.monomial_variable(terms, monomial);
                let proper = &mut self.numbers.monomials.proper;
                if !proper.contains(&variable) {
                    proper.push(variable);
                }
            }
        }
        let form = self.form(terms, &product);
        if self.numbers.variable(term).is_none() {
            self.numbers.monomials.expanded.insert(term, form);
        }
        true
    }

    /// The linear form of a polynomial, whose monomials become variables.
    pub(super) fn form(&mut self, terms: &mut Terms, polynomial: &Polynomial) -> LinearForm {
        let mut summands = Vec::new();
        for (monomial, coefficient) in polynomial.terms() {
            if monomial.degree() > 0 {
                summands.push((self.monomial_variable(terms, monomial), coefficient.clone()));
            }
        }
        LinearForm::new(polynomial.coefficient(&Monomial::ONE), summands)
    }

    fn monomial_variable(&mut self, terms: &mut Terms, monomial: &Monomial) -> Variable {
        if let Some(variable) = self.numbers.monomials.variable(monomial) {
            return variable;
        }
        let term = self.monomial_term(terms, monomial);
        let variable = self.new_number(terms, term);
        self.numbers.monomials.variables.insert(monomial.clone(), variable);
        self.numbers.monomials.factors.insert(variable, monomial.clone());
        variable
    }

    /// Does a monomial take whole values only?
    pub(super) fn is_whole(&self, monomial: &Monomial) -> bool {
        monomial.factors().iter().all(|(variable, _)| self.arithmetic.is_integer(*variable))
    }

    fn monomial_term(&self, terms: &mut Terms, monomial: &Monomial) -> Term {
        let is_whole = self.is_whole(monomial);
        let mut factors = Vec::new();
        for (variable, exponent) in monomial.factors() {
            let mut factor = self.numbers.terms[variable];
            if !is_whole && terms.sort_of(factor) == Sort::INT {
                factor = terms.to_real(factor);
            }
            factors.extend(std::iter::repeat_n(factor, *exponent as usize));
        }
        terms.multiply(&factors)
    }

    /// A polynomial as a term.
    pub(super) fn polynomial_term(&self, terms: &mut Terms, polynomial: &Polynomial) -> Term {
        let is_whole = polynomial
            .terms()
            .all(|(monomial, coefficient)| self.is_whole(monomial) && coefficient.is_integer());
        let sort = if is_whole { Sort::INT } else { Sort::REAL };
        let mut summands = Vec::new();
        for (monomial, coefficient) in polynomial.terms() {
            let coefficient_term = terms.numeral(coefficient, sort);
            if monomial.degree() == 0 {
                summands.push(coefficient_term);
                continue;
            }
            let mut product = self.monomial_term(terms, monomial);
            if terms.sort_of(product) != sort {
                product = terms.to_real(product);
            }
            summands.push(if coefficient.is_one() {
                product
            } else {
                terms.multiply(&[coefficient_term, product])
            });
        }
        match summands.as_slice() {
            [] => terms.numeral(&Rational::ZERO, sort),
            _ => terms.add(&summands),
        }
    }
}

/// The product of two polynomials if it has no more summands than these, before like ones are put
/// together, and no monomial of too high a degree.
fn bounded_product(left: &Polynomial, right: &Polynomial, summands: usize) -> Option<Polynomial> {
    let is_small = left.terms().count() * right.terms().count() <= summands
        && (left.is_zero() || right.is_zero() || left.degree() + right.degree() <= DEGREE);
    if is_small { left.product(right) } else { None }
}

/// The same for products that reasoning makes, and none if a coefficient is too long: equations such as
/// x′ = x·x, one after the other, double the length each time.
pub(super) fn short_product(
    left: &Polynomial,
    right: &Polynomial,
    summands: usize,
) -> Option<Polynomial> {
    let is_short = left.bits() + right.bits() <= BITS;
    if is_short { bounded_product(left, right, summands) } else { None }
}
