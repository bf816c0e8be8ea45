//! The equations that all points seen so far satisfy, by linear algebra.
//!
//! A point is the vector of the values of some monomials; the equations are the vectors that are
//! orthogonal to all points. A point outside the span removes one equation and no more, so
//! joining the points of counterexamples gives the strongest inductive equations.
//! Source: Karr, Affine relationships among variables of a program, 1976.

use buttress_logic::{Integer, Rational};
use buttress_numeric::{Monomial, Polynomial, Variable};

use crate::form;
use crate::program::Value;

/// The span of points.
#[derive(Clone, Debug)]
pub(crate) struct Space {
    monomials: Vec<Monomial>,
    /// Reduced row echelon form, each row with its pivot.
    rows: Vec<(usize, Vec<Rational>)>,
    /// The same modulo a prime, to see quickly that a point is nothing new.
    residues: Vec<(usize, Vec<u64>)>,
}

/// 2⁶¹ − 1
const PRIME: u64 = (1 << 61) - 1;

impl Space {
    /// No point yet.
    pub(crate) fn new(monomials: Vec<Monomial>) -> Space {
        Space { monomials, rows: Vec::new(), residues: Vec::new() }
    }

    /// The monomials over these parameters of up to a degree, the constant first.
    pub(crate) fn monomials(places: &[usize], degree: u32) -> Vec<Monomial> {
        let mut all = vec![Monomial::ONE];
        let mut last: Vec<(Monomial, usize)> = vec![(Monomial::ONE, 0)];
        for _ in 0..degree {
            let mut next = Vec::new();
            for (monomial, from) in &last {
                for (number, place) in places.iter().enumerate().skip(*from) {
                    let factor = Monomial::variable(Variable(*place as u32));
                    next.extend(monomial.product(&factor).map(|product| (product, number)));
                }
            }
            all.extend(next.iter().map(|(monomial, _)| monomial.clone()));
            last = next;
        }
        all
    }

    /// Does no equation hold?
    pub(crate) fn is_full(&self) -> bool {
        self.rows.len() == self.monomials.len()
    }

    /// Has no point been seen?
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Adds a point; was it outside the span?
    pub(crate) fn join(&mut self, state: &[Value]) -> bool {
        if self.is_full() {
            return false;
        }
        let value = |Variable(place): Variable| {
            state.get(place as usize).map_or(Rational::ZERO, Value::number)
        };
        let point: Vec<Rational> =
            self.monomials.iter().map(|monomial| monomial.evaluate(value)).collect();
        let mut residue: Vec<u64> = point.iter().map(residue).collect();
        for (pivot, row) in &self.residues {
            let factor = residue[*pivot];
            if factor != 0 {
                for (own, other) in residue.iter_mut().zip(row) {
                    *own = subtract(*own, multiply(factor, *other));
                }
            }
        }
        let Some(pivot) = residue.iter().position(|value| *value != 0) else { return false };
        let inverse = power(residue[pivot], PRIME - 2);
        for value in &mut residue {
            *value = multiply(*value, inverse);
        }
        self.residues.push((pivot, residue));
        self.insert(point)
    }

    /// Adds a point exactly.
    fn insert(&mut self, mut point: Vec<Rational>) -> bool {
        for (pivot, row) in &self.rows {
            let factor = -&point[*pivot];
            if !factor.is_zero() {
                add_scaled(&mut point, &factor, row);
            }
        }
        let Some(pivot) = point.iter().position(|value| !value.is_zero()) else { return false };
        let Some(inverse) = point[pivot].recip() else { return false };
        for value in &mut point {
            *value = &*value * &inverse;
        }
        for (_, row) in &mut self.rows {
            let factor = -&row[pivot];
            if !factor.is_zero() {
                add_scaled(row, &factor, &point);
            }
        }
        self.rows.push((pivot, point));
        true
    }

    /// A basis of the polynomials that vanish at all points.
    pub(crate) fn equations(&self) -> Vec<Polynomial> {
        let is_pivot = |column: usize| self.rows.iter().any(|(pivot, _)| *pivot == column);
        let free = (0..self.monomials.len()).filter(|column| !is_pivot(*column));
        free.map(|column| {
            let own = (self.monomials[column].clone(), Rational::ONE);
            let others = self
                .rows
                .iter()
                .map(|(pivot, row)| (self.monomials[*pivot].clone(), -&row[column]));
            let equation = Polynomial::new(others.chain([own]));
            equation.scaled(&form::primitive(&equation))
        })
        .collect()
    }
}

fn add_scaled(into: &mut [Rational], factor: &Rational, row: &[Rational]) {
    for (own, other) in into.iter_mut().zip(row) {
        own.add_product(factor, other);
    }
}

fn residue(number: &Rational) -> u64 {
    let prime = Integer::from_rational(Rational::from(PRIME as i64)).unwrap_or_default();
    let of = |integer: Integer| -> u64 {
        let rest = integer.rem_euclid(&prime).and_then(|rest| rest.to_i64());
        rest.unwrap_or_default().unsigned_abs()
    };
    let numerator = of(number.numerator());
    if number.is_integer() {
        return numerator;
    }
    multiply(numerator, power(of(number.denominator()), PRIME - 2))
}

fn multiply(left: u64, right: u64) -> u64 {
    (u128::from(left) * u128::from(right) % u128::from(PRIME)) as u64
}

fn subtract(left: u64, right: u64) -> u64 {
    if left >= right { left - right } else { left + PRIME - right }
}

fn power(mut base: u64, mut exponent: u64) -> u64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = multiply(result, base);
        }
        base = multiply(base, base);
        exponent /= 2;
    }
    result
}
