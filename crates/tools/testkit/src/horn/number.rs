//! Exact fractions of machine words; whatever does not fit is no number.

use std::cmp::Ordering;
use std::fmt;

/// A fraction in lowest terms, with a positive denominator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Number {
    numerator: i64,
    denominator: i64,
}

impl Number {
    /// 0
    pub const ZERO: Number = Number { numerator: 0, denominator: 1 };

    /// A whole number.
    pub fn integer(value: i64) -> Number {
        Number { numerator: value, denominator: 1 }
    }

    /// A fraction, if it can be represented.
    pub fn fraction(numerator: i128, denominator: i128) -> Option<Number> {
        if denominator == 0 {
            return None;
        }
        let divisor = gcd(numerator, denominator) * denominator.signum();
        let numerator = i64::try_from(numerator / divisor).ok()?;
        let denominator = i64::try_from(denominator / divisor).ok()?;
        Some(Number { numerator, denominator })
    }

    /// Its value, if it is whole.
    pub fn as_integer(self) -> Option<i64> {
        (self.denominator == 1).then_some(self.numerator)
    }

    /// The two parts.
    pub fn parts(self) -> (i64, i64) {
        (self.numerator, self.denominator)
    }

    /// Is it below zero?
    pub fn is_negative(self) -> bool {
        self.numerator < 0
    }

    /// The largest whole number up to it.
    pub fn floor(self) -> i64 {
        self.numerator.div_euclid(self.denominator)
    }

    /// self + other
    pub fn plus(self, other: Number) -> Option<Number> {
        let (left, right) = (self.cross(other), other.cross(self));
        Number::fraction(left + right, self.common(other))
    }

    /// self − other
    pub fn minus(self, other: Number) -> Option<Number> {
        let (left, right) = (self.cross(other), other.cross(self));
        Number::fraction(left - right, self.common(other))
    }

    /// self · other
    pub fn times(self, other: Number) -> Option<Number> {
        let numerator = i128::from(self.numerator) * i128::from(other.numerator);
        Number::fraction(numerator, self.common(other))
    }

    /// self / other
    pub fn over(self, other: Number) -> Option<Number> {
        Number::fraction(self.cross(other), other.cross(self))
    }

    /// The numerator of self over the common denominator.
    fn cross(self, other: Number) -> i128 {
        i128::from(self.numerator) * i128::from(other.denominator)
    }

    fn common(self, other: Number) -> i128 {
        i128::from(self.denominator) * i128::from(other.denominator)
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Number) -> Ordering {
        self.cross(*other).cmp(&other.cross(*self))
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Number) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_integer() {
            Some(value) => write!(f, "{value}"),
            None => write!(f, "{}/{}", self.numerator, self.denominator),
        }
    }
}

fn gcd(left: i128, right: i128) -> i128 {
    let (mut left, mut right) = (left.abs(), right.abs());
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(numerator: i128, denominator: i128) -> Number {
        Number::fraction(numerator, denominator).unwrap()
    }

    #[test]
    fn fractions_are_exact() {
        assert_eq!(number(2, -4), number(-1, 2));
        assert_eq!(number(1, 2).plus(number(1, 3)), Some(number(5, 6)));
        assert_eq!(number(1, 2).minus(number(1, 2)), Some(Number::ZERO));
        assert_eq!(number(-1, 2).over(number(1, 4)), Some(Number::integer(-2)));
        assert_eq!(number(-1, 2).floor(), -1);
        assert!(number(-1, 2) < number(-1, 3) && number(7, 2) > Number::integer(3));
        assert_eq!(Number::integer(1).over(Number::ZERO), None);
        assert_eq!(Number::integer(i64::MAX).plus(Number::integer(1)), None);
    }
}
