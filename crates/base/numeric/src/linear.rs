//! Linear forms: `c + a₁x₁ + … + aₙxₙ`.
//!
//! Invariant: terms are sorted by variable, no variable occurs twice, no coefficient is zero.

use std::cmp::Ordering;
use std::fmt;

use crate::Rational;

/// A rational unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variable(pub u32);

impl Variable {
    /// The number of the variable, for tables.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A variable with its coefficient.
pub(crate) type Term = (Variable, Rational);

/// A constant and a sum of variables with coefficients.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct LinearForm {
    constant: Rational,
    terms: Vec<Term>,
}

impl LinearForm {
    /// A constant.
    pub fn constant(constant: Rational) -> LinearForm {
        LinearForm { constant, terms: Vec::new() }
    }

    /// A variable.
    pub fn variable(variable: Variable) -> LinearForm {
        LinearForm { constant: Rational::ZERO, terms: vec![(variable, Rational::ONE)] }
    }

    /// A constant and terms in any order; coefficients of the same variable add up.
    pub fn new(constant: Rational, terms: impl IntoIterator<Item = (Variable, Rational)>) -> Self {
        let mut terms: Vec<Term> = terms.into_iter().collect();
        terms.sort_by_key(|(variable, _)| *variable);
        terms.dedup_by(|later, kept| {
            let is_same = later.0 == kept.0;
            if is_same {
                kept.1 += &later.1;
            }
            is_same
        });
        terms.retain(|(_, coefficient)| !coefficient.is_zero());
        LinearForm { constant, terms }
    }

    /// The constant.
    pub fn constant_part(&self) -> &Rational {
        &self.constant
    }

    /// The terms, sorted by variable; no coefficient is zero.
    pub fn terms(&self) -> &[(Variable, Rational)] {
        &self.terms
    }

    /// Are there no variables?
    pub fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    /// The coefficient of a variable, zero if it does not occur.
    pub fn coefficient(&self, variable: Variable) -> Rational {
        match self.terms.binary_search_by_key(&variable, |(variable, _)| *variable) {
            Ok(place) => self.terms[place].1.clone(),
            Err(_) => Rational::ZERO,
        }
    }

    /// Adds a constant.
    pub fn add_constant(&mut self, constant: &Rational) {
        self.constant += constant;
    }

    /// Adds `factor · other`.
    pub fn add_scaled(&mut self, factor: &Rational, other: &LinearForm) {
        self.constant.add_product(factor, &other.constant);
        self.terms = sum(&self.terms, factor, &other.terms);
    }

    /// The form multiplied by a number.
    pub fn scaled(&self, factor: &Rational) -> LinearForm {
        let mut scaled = LinearForm::default();
        scaled.add_scaled(factor, self);
        scaled
    }

    /// The form with `replacement` for a variable.
    pub fn substitute(&self, variable: Variable, replacement: &LinearForm) -> LinearForm {
        let coefficient = self.coefficient(variable);
        let mut result = self.clone();
        result.terms.retain(|(occurring, _)| *occurring != variable);
        result.add_scaled(&coefficient, replacement);
        result
    }

    /// The value of the form where each variable has the value it is given.
    pub fn evaluate(&self, value: impl Fn(Variable) -> Rational) -> Rational {
        let mut sum = self.constant.clone();
        for (variable, coefficient) in &self.terms {
            sum.add_product(coefficient, &value(*variable));
        }
        sum
    }
}

/// `left + factor · right` on sorted terms.
fn sum(left: &[Term], factor: &Rational, right: &[Term]) -> Vec<Term> {
    if factor.is_zero() {
        return left.to_vec();
    }
    let mut terms = Vec::with_capacity(left.len() + right.len());
    let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
    loop {
        let order = match (left.peek(), right.peek()) {
            (None, None) => return terms,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some((left, _)), Some((right, _))) => left.cmp(right),
        };
        match order {
            Ordering::Less => terms.extend(left.next().cloned()),
            Ordering::Greater => terms.extend(
                right.next().map(|(variable, coefficient)| (*variable, factor * coefficient)),
            ),
            Ordering::Equal => {
                if let (Some((variable, left)), Some((_, right))) = (left.next(), right.next()) {
                    let mut coefficient = left.clone();
                    coefficient.add_product(factor, right);
                    if !coefficient.is_zero() {
                        terms.push((*variable, coefficient));
                    }
                }
            }
        }
    }
}

impl fmt::Display for LinearForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.constant)?;
        for (Variable(id), coefficient) in &self.terms {
            let sign = if coefficient.is_negative() { '-' } else { '+' };
            write!(f, " {sign} {}·x{id}", coefficient.abs())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(constant: i64, terms: &[(u32, i64)]) -> LinearForm {
        let terms = terms.iter().map(|(id, value)| (Variable(*id), Rational::from(*value)));
        LinearForm::new(Rational::from(constant), terms)
    }

    #[test]
    fn terms_are_sorted_summed_and_not_zero() {
        let made = form(3, &[(2, 1), (0, 4), (2, -1), (1, 0), (0, 1)]);
        assert_eq!(made, form(3, &[(0, 5)]));
        assert_eq!(made.to_string(), "3 + 5·x0");
        assert_eq!(made.coefficient(Variable(2)), Rational::ZERO);
    }

    #[test]
    fn sums_and_substitutions() {
        let mut left = form(1, &[(0, 1), (2, 3)]);
        left.add_scaled(&Rational::from(-3), &form(2, &[(1, 5), (2, 1)]));
        assert_eq!(left, form(-5, &[(0, 1), (1, -15)]));
        let replaced = left.substitute(Variable(0), &form(7, &[(1, 15), (0, 1)]));
        assert_eq!(replaced, form(2, &[(0, 1)]));
        assert_eq!(left.evaluate(|_| Rational::from(2)), Rational::from(-33));
        assert_eq!(left.scaled(&Rational::ZERO), LinearForm::default());
    }
}
