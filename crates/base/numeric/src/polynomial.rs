//! Polynomials as sums of monomials with exact coefficients.
//!
//! Invariant: a monomial's factors are sorted by variable with positive exponents; no monomial
//! of a polynomial has the coefficient zero.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::{Add, Sub};

use crate::{LinearForm, Rational, Variable};

/// A product of variables.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Monomial(Vec<(Variable, u32)>);

/// A sum of monomials.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Polynomial(BTreeMap<Monomial, Rational>);

impl Monomial {
    /// The empty product.
    pub const ONE: Monomial = Monomial(Vec::new());

    /// A variable to the first power.
    pub fn variable(variable: Variable) -> Monomial {
        Monomial(vec![(variable, 1)])
    }

    /// The variables with their exponents, sorted by variable.
    pub fn factors(&self) -> &[(Variable, u32)] {
        &self.0
    }

    /// The sum of the exponents.
    pub fn degree(&self) -> u64 {
        self.0.iter().map(|(_, exponent)| u64::from(*exponent)).sum()
    }

    /// Are all exponents even, so that the monomial is nowhere negative? So it is with 1.
    pub fn is_even(&self) -> bool {
        self.0.iter().all(|(_, exponent)| exponent % 2 == 0)
    }

    /// The product of two monomials; `None` if an exponent leaves 32 bits.
    pub fn product(&self, other: &Monomial) -> Option<Monomial> {
        let mut exponents: BTreeMap<Variable, u32> = self.0.iter().copied().collect();
        for (variable, exponent) in &other.0 {
            let entry = exponents.entry(*variable).or_default();
            *entry = entry.checked_add(*exponent)?;
        }
        Some(Monomial(exponents.into_iter().collect()))
    }

    /// The value where each variable has the value it is given.
    pub fn evaluate(&self, value: impl Fn(Variable) -> Rational) -> Rational {
        let powers = self.0.iter().map(|(variable, exponent)| power(&value(*variable), *exponent));
        powers.fold(Rational::ONE, |product, factor| product * factor)
    }
}

fn power(base: &Rational, mut exponent: u32) -> Rational {
    let (mut base, mut result) = (base.clone(), Rational::ONE);
    while exponent > 0 {
        if exponent % 2 == 1 {
            result *= &base;
        }
        exponent /= 2;
        if exponent > 0 {
            base = &base * &base;
        }
    }
    result
}

impl Polynomial {
    /// A constant.
    pub fn constant(constant: Rational) -> Polynomial {
        Polynomial::new([(Monomial::ONE, constant)])
    }

    /// A variable.
    pub fn variable(variable: Variable) -> Polynomial {
        Polynomial::new([(Monomial::variable(variable), Rational::ONE)])
    }

    /// A sum of monomials; coefficients of the same monomial add up.
    pub fn new(terms: impl IntoIterator<Item = (Monomial, Rational)>) -> Polynomial {
        let mut polynomial = Polynomial::default();
        for (monomial, coefficient) in terms {
            *polynomial.0.entry(monomial).or_default() += &coefficient;
        }
        polynomial.0.retain(|_, coefficient| !coefficient.is_zero());
        polynomial
    }

    /// The monomials with their coefficients, in a fixed order; no coefficient is zero.
    pub fn terms(&self) -> impl Iterator<Item = (&Monomial, &Rational)> {
        self.0.iter()
    }

    /// The coefficient of a monomial, zero if it does not occur.
    pub fn coefficient(&self, monomial: &Monomial) -> Rational {
        self.0.get(monomial).cloned().unwrap_or_default()
    }

    /// Is it zero everywhere?
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The greatest degree of a monomial; zero for constants, zero included.
    pub fn degree(&self) -> u64 {
        self.0.keys().map(Monomial::degree).max().unwrap_or(0)
    }

    /// The length of its longest coefficient, in binary digits.
    pub fn bits(&self) -> usize {
        self.0.values().map(Rational::bits).max().unwrap_or(0)
    }

    /// The polynomial multiplied by a number.
    pub fn scaled(&self, factor: &Rational) -> Polynomial {
        Polynomial::new(self.terms().map(|(monomial, by)| (monomial.clone(), by * factor)))
    }

    /// The product of two polynomials; `None` if an exponent leaves 32 bits.
    pub fn product(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut terms = Vec::with_capacity(self.0.len() * other.0.len());
        for (left, by) in &self.0 {
            for (right, and_by) in &other.0 {
                terms.push((left.product(right)?, by * and_by));
            }
        }
        Some(Polynomial::new(terms))
    }

    /// A power; `None` if an exponent leaves 32 bits.
    pub fn power(&self, exponent: u32) -> Option<Polynomial> {
        // By squares, from the leading bit of the exponent down.
        let mut result = Polynomial::constant(Rational::ONE);
        for bit in (0..u32::BITS - exponent.leading_zeros()).rev() {
            result = result.product(&result)?;
            if exponent >> bit & 1 == 1 {
                result = result.product(self)?;
            }
        }
        Some(result)
    }

    /// The polynomial with `replacement` for a variable, all others staying; `None` if an
    /// exponent leaves 32 bits.
    pub fn substitute(&self, variable: Variable, replacement: &Polynomial) -> Option<Polynomial> {
        // Collected by powers of the variable, then summed by Horner's rule.
        let mut by_power: BTreeMap<u32, Polynomial> = BTreeMap::new();
        for (monomial, coefficient) in &self.0 {
            let mut rest = monomial.0.clone();
            let place = rest.iter().position(|(factor, _)| *factor == variable);
            let exponent = place.map_or(0, |place| rest.remove(place).1);
            let part = by_power.entry(exponent).or_default();
            part.0.insert(Monomial(rest), coefficient.clone());
        }
        let mut result = Polynomial::default();
        let mut reached = 0;
        for (exponent, part) in by_power.into_iter().rev() {
            if !result.is_zero() {
                result = result.product(&replacement.power(reached - exponent)?)?;
            }
            result = &result + &part;
            reached = exponent;
        }
        if result.is_zero() { Some(result) } else { result.product(&replacement.power(reached)?) }
    }

    /// The value where each variable has the value it is given.
    pub fn evaluate(&self, value: impl Fn(Variable) -> Rational) -> Rational {
        let mut sum = Rational::ZERO;
        for (monomial, coefficient) in &self.0 {
            sum.add_product(coefficient, &monomial.evaluate(&value));
        }
        sum
    }

    /// The polynomial as a linear form, if its degree is at most one.
    pub fn to_linear(&self) -> Option<LinearForm> {
        let mut terms = Vec::new();
        for (monomial, coefficient) in &self.0 {
            match monomial.factors() {
                [] => {}
                [(variable, 1)] => terms.push((*variable, coefficient.clone())),
                _ => return None,
            }
        }
        Some(LinearForm::new(self.coefficient(&Monomial::ONE), terms))
    }
}

impl From<&LinearForm> for Polynomial {
    fn from(form: &LinearForm) -> Polynomial {
        let constant = (Monomial::ONE, form.constant_part().clone());
        let terms = form.terms().iter();
        let terms = terms.map(|(variable, by)| (Monomial::variable(*variable), by.clone()));
        Polynomial::new(terms.chain([constant]))
    }
}

impl Add for &Polynomial {
    type Output = Polynomial;
    fn add(self, other: &Polynomial) -> Polynomial {
        let terms = self.terms().chain(other.terms());
        Polynomial::new(terms.map(|(monomial, by)| (monomial.clone(), by.clone())))
    }
}

impl Sub for &Polynomial {
    type Output = Polynomial;
    fn sub(self, other: &Polynomial) -> Polynomial {
        let terms = self.terms().map(|(monomial, by)| (monomial.clone(), by.clone()));
        let others = other.terms().map(|(monomial, by)| (monomial.clone(), -by));
        Polynomial::new(terms.chain(others))
    }
}

impl fmt::Display for Polynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return write!(f, "0");
        }
        for (place, (monomial, coefficient)) in self.0.iter().enumerate() {
            match (place, coefficient.is_negative()) {
                (0, false) => {}
                (0, true) => write!(f, "-")?,
                (_, false) => write!(f, " + ")?,
                (_, true) => write!(f, " - ")?,
            }
            write!(f, "{}", coefficient.abs())?;
            for (Variable(id), exponent) in monomial.factors() {
                write!(f, "·x{id}")?;
                if *exponent > 1 {
                    write!(f, "^{exponent}")?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x(id: u32) -> Polynomial {
        Polynomial::variable(Variable(id))
    }

    fn form(constant: i64, terms: &[(u32, i64)]) -> LinearForm {
        let terms = terms.iter().map(|(id, value)| (Variable(*id), Rational::from(*value)));
        LinearForm::new(Rational::from(constant), terms)
    }

    #[test]
    fn binomials() {
        let sum = &x(0) + &x(1);
        let square = sum.power(2).unwrap();
        assert_eq!(square.to_string(), "2·x0·x1 + 1·x0^2 + 1·x1^2");
        assert_eq!(square.degree(), 2);
        let difference = sum.product(&(&x(0) - &x(1))).unwrap();
        assert_eq!(difference, &x(0).power(2).unwrap() - &x(1).power(2).unwrap());
        assert!((&sum - &sum).is_zero());
        assert_eq!(sum.power(5).unwrap(), sum.product(&square.power(2).unwrap()).unwrap());
        assert_eq!(sum.power(0).unwrap(), Polynomial::constant(Rational::ONE));
    }

    #[test]
    fn a_linear_form_for_a_variable() {
        // 4w − (u + 1)² vanishes for u = 2z + 1, w = (z + 1)²; here w, u, z are 0, 1, 2.
        let square = Polynomial::from(&form(1, &[(1, 1)])).power(2).unwrap();
        let invariant = &x(0).scaled(&Rational::from(4)) - &square;
        let u = Polynomial::from(&form(1, &[(2, 2)]));
        let w = Polynomial::from(&form(1, &[(2, 1)])).power(2).unwrap();
        let replaced = invariant.substitute(Variable(1), &u).unwrap();
        assert_eq!(replaced.degree(), 2);
        assert!(replaced.substitute(Variable(0), &w).unwrap().is_zero());
    }

    #[test]
    fn substitution_is_evaluation() {
        let cubic = x(0).power(3).unwrap().product(&x(1)).unwrap();
        let polynomial = &(&cubic - &x(0).scaled(&Rational::from(7))) + &x(1);
        let replaced = polynomial.substitute(Variable(0), &Polynomial::from(&form(-2, &[(1, 3)])));
        let replaced = replaced.unwrap();
        for y in -3..4 {
            let direct = polynomial.evaluate(|variable| match variable {
                Variable(0) => Rational::from(3 * y - 2),
                _ => Rational::from(y),
            });
            assert_eq!(replaced.evaluate(|_| Rational::from(y)), direct);
        }
    }

    #[test]
    fn linear_parts_and_even_monomials() {
        let linear = form(3, &[(1, -2)]);
        assert_eq!(Polynomial::from(&linear).to_linear(), Some(linear));
        let square = x(1).power(2).unwrap();
        assert_eq!(square.to_linear(), None);
        assert!(square.terms().all(|(monomial, _)| monomial.is_even()));
        assert!(Monomial::ONE.is_even() && !Monomial::variable(Variable(0)).is_even());
    }

    #[test]
    fn exponents_do_not_overflow() {
        let high = x(0).power(u32::MAX).unwrap();
        assert_eq!(high.degree(), u64::from(u32::MAX));
        assert_eq!(high.product(&x(0)), None);
        assert_eq!(high.substitute(Variable(0), &x(1).power(2).unwrap()), None);
        assert_eq!(high.evaluate(|_| Rational::MINUS_ONE), Rational::MINUS_ONE);
    }
}
