//! Linear forms over terms, as the folder writes them.

use std::collections::BTreeMap;

use buttress_logic::{Integer, Op, Rational, Sort, Term, Terms};

/// constant + Σ coefficient · atom; no coefficient is zero, no atom a sum or a number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Linear {
    pub coefficients: BTreeMap<Term, Rational>,
    pub constant: Rational,
}

impl Linear {
    /// Reads a folded term.
    pub fn of(terms: &Terms, term: Term) -> Linear {
        let mut linear = Linear::default();
        let summands = match terms.op(term) {
            Op::Add => terms.arguments(term),
            _ => std::slice::from_ref(&term),
        };
        for &summand in summands {
            let (factor, atom) = scaled(terms, summand);
            match atom {
                Some(atom) => linear.add_atom(atom, &factor),
                None => linear.constant = &linear.constant + &factor,
            }
        }
        linear
    }

    /// left − right, of folded terms.
    pub fn difference(terms: &Terms, left: Term, right: Term) -> Linear {
        let mut linear = Linear::of(terms, left);
        linear.add_scaled(&Rational::MINUS_ONE, &Linear::of(terms, right));
        linear
    }

    /// Adds factor · other.
    pub fn add_scaled(&mut self, factor: &Rational, other: &Linear) {
        self.constant.add_product(factor, &other.constant);
        for (&atom, coefficient) in &other.coefficients {
            self.add_atom(atom, &(factor * coefficient));
        }
    }

    fn add_atom(&mut self, atom: Term, coefficient: &Rational) {
        let sum = self.coefficients.entry(atom).or_default();
        *sum = &*sum + coefficient;
        if sum.is_zero() {
            self.coefficients.remove(&atom);
        }
    }

    /// factor · self
    pub fn scaled(&self, factor: &Rational) -> Linear {
        let mut linear = Linear::default();
        linear.add_scaled(factor, self);
        linear
    }

    /// The value, if there are no atoms.
    pub fn as_constant(&self) -> Option<&Rational> {
        self.coefficients.is_empty().then_some(&self.constant)
    }

    /// The coefficient and the atom, if there is nothing else.
    pub fn as_monomial(&self) -> Option<(Term, &Rational)> {
        let mut entries = self.coefficients.iter();
        match (entries.next(), entries.next()) {
            (Some((&atom, coefficient)), None) if self.constant.is_zero() => {
                Some((atom, coefficient))
            }
            _ => None,
        }
    }

    /// The greatest number by which all coefficients can be divided so that they stay integers;
    /// none if they are not integers over integers.
    pub fn content(&self, terms: &Terms) -> Option<Integer> {
        let mut gcd = Integer::ZERO;
        for (&atom, coefficient) in &self.coefficients {
            if terms.sort_of(atom) != Sort::INT {
                return None;
            }
            gcd = gcd.gcd(&Integer::from_rational(coefficient.clone())?);
        }
        (!gcd.is_zero()).then_some(gcd)
    }

    /// Two forms whose difference it is: the atoms with positive and, with the sign turned, with
    /// negative coefficients. The constant keeps away from the atoms if it can, and is positive
    /// otherwise.
    pub fn sides(&self) -> (Linear, Linear) {
        let (mut positive, mut negative) = (Linear::default(), Linear::default());
        for (&atom, coefficient) in &self.coefficients {
            let side = if coefficient.is_positive() { &mut positive } else { &mut negative };
            side.coefficients.insert(atom, coefficient.abs());
        }
        let goes_left = if negative.coefficients.is_empty() {
            false
        } else {
            positive.coefficients.is_empty() || self.constant.is_positive()
        };
        if goes_left {
            positive.constant = self.constant.clone();
        } else {
            negative.constant = -&self.constant;
        }
        (positive, negative)
    }

    /// As a term.
    pub fn term(&self, terms: &mut Terms, sort: Sort) -> Term {
        let mut summands = Vec::new();
        for (&atom, coefficient) in &self.coefficients {
            summands.push(if coefficient.is_one() {
                atom
            } else {
                let factor = terms.numeral(coefficient, sort);
                terms.multiply(&[factor, atom])
            });
        }
        if summands.is_empty() || !self.constant.is_zero() {
            summands.push(terms.numeral(&self.constant, sort));
        }
        terms.add(&summands)
    }
}

/// A summand as a number and an atom, if it has one.
fn scaled(terms: &Terms, term: Term) -> (Rational, Option<Term>) {
    if let Some(number) = terms.as_number(term) {
        return (number.clone(), None);
    }
    if let (Op::Multiply, &[factor, atom]) = (terms.op(term), terms.arguments(term))
        && let Some(number) = terms.as_number(factor)
    {
        return (number.clone(), Some(atom));
    }
    (Rational::ONE, Some(term))
}
