//! Addition and multiplication: the fast path in machine words, the slow one in big numbers.
//!
//! The fast path reduces before it multiplies (Knuth, The Art of Computer Programming, vol. 2,
//! 4.5.1), so that every gcd is one of words and every result is in lowest terms.

use std::num::NonZeroI64;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use dashu_base::UnsignedAbs;
use dashu_int::{IBig, UBig};

use super::{Rational, Repr, UNIT, gcd};
use crate::Integer;

/// `a/b + c/d`, in lowest terms.
fn add_small((a, b): (i64, NonZeroI64), (c, d): (i64, NonZeroI64)) -> Rational {
    if b == UNIT
        && d == UNIT
        && let Some(sum) = a.checked_add(c)
    {
        return Rational(Repr::Small(sum, UNIT));
    }
    let (a, b, c, d) = (i128::from(a), b.get(), i128::from(c), d.get());
    // Both denominators are positive words, so the divisor is one as well.
    let common = gcd(b.unsigned_abs(), d.unsigned_abs()) as i64;
    let (b_rest, d_rest) = (i128::from(b / common), i128::from(d / common));
    // Each product is below 2^126 in absolute value.
    let sum = a * d_rest + c * b_rest;
    if common == 1 {
        return Rational::from_lowest(sum, b_rest * d_rest);
    }
    // What still divides sum and denominator divides `common`. Two words are divided much more slowly than one.
    if let Ok(sum) = i64::try_from(sum) {
        let divisor = gcd(sum.unsigned_abs(), common.unsigned_abs()) as i64;
        return Rational::from_lowest(i128::from(sum / divisor), b_rest * i128::from(d / divisor));
    }
    let rest = (sum % i128::from(common)).unsigned_abs() as u64;
    let divisor = gcd(rest, common.unsigned_abs()) as i64;
    Rational::from_lowest(sum / i128::from(divisor), b_rest * i128::from(d / divisor))
}

/// `a/b · c/d`, in lowest terms.
fn mul_small((a, b): (i64, NonZeroI64), (c, d): (i64, NonZeroI64)) -> Rational {
    if b == UNIT
        && d == UNIT
        && let Some(product) = a.checked_mul(c)
    {
        return Rational(Repr::Small(product, UNIT));
    }
    let (b, d) = (b.get(), d.get());
    // Denominators are positive words, so the divisors are as well, and no quotient overflows.
    let ad = gcd(a.unsigned_abs(), d.unsigned_abs()) as i64;
    let cb = gcd(c.unsigned_abs(), b.unsigned_abs()) as i64;
    let numerator = i128::from(a / ad) * i128::from(c / cb);
    Rational::from_lowest(numerator, i128::from(b / cb) * i128::from(d / ad))
}

fn add(left: &Rational, right: &Rational) -> Rational {
    match (&left.0, &right.0) {
        (Repr::Small(a, b), Repr::Small(c, d)) => add_small((*a, *b), (*c, *d)),
        _ if left.is_integer() && right.is_integer() => whole(left, right, |a, b| a + b),
        (Repr::Big(left), Repr::Big(right)) => Rational::from_big(&**left + &**right),
        _ => Rational::from_big(left.to_big() + right.to_big()),
    }
}

fn mul(left: &Rational, right: &Rational) -> Rational {
    match (&left.0, &right.0) {
        (Repr::Small(a, b), Repr::Small(c, d)) => mul_small((*a, *b), (*c, *d)),
        _ if left.is_integer() && right.is_integer() => whole(left, right, |a, b| a * b),
        (Repr::Big(left), Repr::Big(right)) => Rational::from_big(&**left * &**right),
        _ => Rational::from_big(left.to_big() * right.to_big()),
    }
}

/// An operation on whole numbers, which need not be reduced.
fn whole(left: &Rational, right: &Rational, by: impl Fn(&IBig, &IBig) -> IBig) -> Rational {
    let small = |value: &Rational| match &value.0 {
        Repr::Small(numerator, _) => IBig::from(*numerator),
        Repr::Big(_) => IBig::ZERO,
    };
    let result = match (&left.0, &right.0) {
        (Repr::Big(left), Repr::Big(right)) => by(left.numerator(), right.numerator()),
        (Repr::Big(left), _) => by(left.numerator(), &small(right)),
        (_, Repr::Big(right)) => by(&small(left), right.numerator()),
        _ => by(&small(left), &small(right)),
    };
    Rational::from_whole(result)
}

fn neg(value: &Rational) -> Rational {
    match &value.0 {
        Repr::Small(numerator, denominator) => match numerator.checked_neg() {
            Some(negated) => Rational(Repr::Small(negated, *denominator)),
            None => Rational::from_lowest(-i128::from(*numerator), i128::from(denominator.get())),
        },
        // The negation of 2^63 fits where 2^63 does not.
        Repr::Big(big) => Rational::from_big(-(**big).clone()),
    }
}

impl Rational {
    /// A whole number divided by one of its divisors.
    pub(crate) fn exact_quotient(&self, divisor: &Integer) -> Rational {
        match (&self.0, &divisor.as_rational().0) {
            (Repr::Small(a, UNIT), Repr::Small(b, UNIT)) if *b != 0 && *b != -1 => {
                Rational(Repr::Small(a / b, UNIT))
            }
            (Repr::Big(_), Repr::Small(..) | Repr::Big(_)) if !divisor.is_zero() => {
                whole(self, divisor.as_rational(), |a, b| a / b)
            }
            _ => self.checked_div(divisor.as_rational()).unwrap_or_default(),
        }
    }

    /// What a positive word leaves of the absolute value of a whole number.
    pub(crate) fn remainder(&self, divisor: u64) -> u64 {
        match &self.0 {
            Repr::Small(numerator, _) => numerator.unsigned_abs() % divisor,
            Repr::Big(big) => {
                let rest = big.numerator().clone().unsigned_abs() % UBig::from(divisor);
                u64::try_from(rest).unwrap_or_default()
            }
        }
    }

    /// Adds `factor · other`.
    pub fn add_product(&mut self, factor: &Rational, other: &Rational) {
        if let (Repr::Small(sum, UNIT), Repr::Small(a, UNIT), Repr::Small(b, UNIT)) =
            (&mut self.0, &factor.0, &other.0)
            && let Some(total) = a.checked_mul(*b).and_then(|product| sum.checked_add(product))
        {
            *sum = total;
            return;
        }
        if !factor.is_zero() && !other.is_zero() {
            *self = add(self, &mul(factor, other));
        }
    }
}

impl Neg for &Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        neg(self)
    }
}

impl Neg for Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        neg(&self)
    }
}

/// The four ways of lending operands, and the assignment, for one operator.
macro_rules! operator {
    ($trait:ident, $method:ident, $assign:ident, $assign_method:ident, $by:expr) => {
        impl $trait<&Rational> for &Rational {
            type Output = Rational;
            fn $method(self, other: &Rational) -> Rational {
                $by(self, other)
            }
        }
        impl $trait<Rational> for &Rational {
            type Output = Rational;
            fn $method(self, other: Rational) -> Rational {
                $by(self, &other)
            }
        }
        impl $trait<&Rational> for Rational {
            type Output = Rational;
            fn $method(self, other: &Rational) -> Rational {
                $by(&self, other)
            }
        }
        impl $trait<Rational> for Rational {
            type Output = Rational;
            fn $method(self, other: Rational) -> Rational {
                $by(&self, &other)
            }
        }
        impl $assign<&Rational> for Rational {
            fn $assign_method(&mut self, other: &Rational) {
                *self = $by(self, other);
            }
        }
    };
}

operator!(Add, add, AddAssign, add_assign, add);
operator!(Sub, sub, SubAssign, sub_assign, |left: &Rational, right: &Rational| add(
    left,
    &neg(right)
));
operator!(Mul, mul, MulAssign, mul_assign, mul);
