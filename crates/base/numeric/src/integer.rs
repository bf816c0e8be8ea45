//! Whole numbers: a rational that is known to be whole, with the divisions integers have.
//!
//! Invariant: the denominator is 1.

use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

use dashu_base::Gcd;
use dashu_int::IBig;
use dashu_ratio::RBig;

use crate::Rational;
use crate::rational::gcd;

/// An exact integer, in machine words while it fits.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Integer(Rational);

impl Integer {
    /// 0.
    pub const ZERO: Integer = Integer(Rational::ZERO);
    /// 1.
    pub const ONE: Integer = Integer(Rational::ONE);

    /// The integer that `value` is, if it is one.
    pub fn from_rational(value: Rational) -> Option<Integer> {
        value.is_integer().then_some(Integer(value))
    }

    pub(crate) fn from_big(big: IBig) -> Integer {
        Integer(Rational::from_big(RBig::from(big)))
    }

    /// The same number as a rational.
    pub fn as_rational(&self) -> &Rational {
        &self.0
    }

    /// The same number as a rational.
    pub fn into_rational(self) -> Rational {
        self.0
    }

    /// The value, if it fits.
    pub fn to_i64(&self) -> Option<i64> {
        self.0.to_i64()
    }

    /// −1, 0 or 1.
    pub fn signum(&self) -> i32 {
        self.0.signum()
    }

    /// Is it 0?
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// The absolute value.
    pub fn abs(&self) -> Integer {
        Integer(self.0.abs())
    }

    /// The greatest common divisor, which is not negative; `gcd(0, 0) = 0`.
    pub fn gcd(&self, other: &Integer) -> Integer {
        if let (Some(a), Some(b)) = (self.to_i64(), other.to_i64()) {
            let divisor = gcd(a.unsigned_abs(), b.unsigned_abs());
            return Integer(Rational::from(i128::from(divisor)));
        }
        if self.is_zero() || other.is_zero() {
            return (self + other).abs();
        }
        let (large, small) = match (self.to_i64(), other.to_i64()) {
            (None, Some(small)) => (self, small),
            (Some(small), None) => (other, small),
            _ => {
                let [a, b] = [self, other].map(|integer| integer.0.to_big().into_parts().0);
                return Integer::from_big(IBig::from(a.gcd(b)));
            }
        };
        // One division brings a large number down to the small one.
        let small = small.unsigned_abs();
        let rest = large.0.remainder(small);
        Integer(Rational::from(i128::from(gcd(rest, small))))
    }

    /// The least common multiple, which is not negative; zero if either is zero.
    pub fn lcm(&self, other: &Integer) -> Integer {
        match self.div_floor(&self.gcd(other)) {
            Some(rest) => (&rest * other).abs(),
            None => Integer::ZERO,
        }
    }

    /// The quotient rounded down; `None` if the divisor is zero.
    pub fn div_floor(&self, divisor: &Integer) -> Option<Integer> {
        Some(self.0.checked_div(&divisor.0)?.floor())
    }

    /// `div` of SMT-LIB: the quotient that leaves a remainder `0 ≤ r < |divisor|`; `None` if the
    /// divisor is zero.
    pub fn div_euclid(&self, divisor: &Integer) -> Option<Integer> {
        let quotient = self.0.checked_div(&divisor.0)?;
        Some(if divisor.signum() > 0 { quotient.floor() } else { quotient.ceil() })
    }

    /// `mod` of SMT-LIB: the remainder of [`Integer::div_euclid`].
    pub fn rem_euclid(&self, divisor: &Integer) -> Option<Integer> {
        let quotient = self.div_euclid(divisor)?;
        Some(self - &(&quotient * divisor))
    }
}

impl From<i64> for Integer {
    fn from(value: i64) -> Integer {
        Integer(Rational::from(value))
    }
}

impl From<Integer> for Rational {
    fn from(integer: Integer) -> Rational {
        integer.0
    }
}

impl Add for &Integer {
    type Output = Integer;
    fn add(self, other: &Integer) -> Integer {
        Integer(&self.0 + &other.0)
    }
}

impl Sub for &Integer {
    type Output = Integer;
    fn sub(self, other: &Integer) -> Integer {
        Integer(&self.0 - &other.0)
    }
}

impl Mul for &Integer {
    type Output = Integer;
    fn mul(self, other: &Integer) -> Integer {
        Integer(&self.0 * &other.0)
    }
}

impl Neg for Integer {
    type Output = Integer;
    fn neg(self) -> Integer {
        Integer(-self.0)
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
