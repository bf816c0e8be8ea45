//! Exact rational numbers: two machine words while they fit, a big number when they do not.
//!
//! Invariant: a fraction is in lowest terms with a positive denominator, and it is `Small`
//! exactly when numerator and denominator both fit into an `i64`. So every value has one
//! representation, and the derived equality and hash are those of the value.

mod ops;
mod text;

use std::cmp::Ordering;
use std::num::NonZeroI64;

use dashu_base::BitTest;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use crate::Integer;

/// An exact rational number.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rational(Repr);

// The niche of the denominator holds the tag, so that a rational is sixteen bytes.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    /// Lowest terms; the denominator is positive.
    Small(i64, NonZeroI64),
    /// A fraction of which a part does not fit into an `i64`.
    Big(Box<RBig>),
}

const UNIT: NonZeroI64 = NonZeroI64::new(1).expect("one is not zero");

impl Rational {
    /// 0.
    pub const ZERO: Rational = Rational(Repr::Small(0, UNIT));
    /// 1.
    pub const ONE: Rational = Rational(Repr::Small(1, UNIT));
    /// −1.
    pub const MINUS_ONE: Rational = Rational(Repr::Small(-1, UNIT));

    /// A whole number, for constants.
    pub const fn whole(value: i64) -> Rational {
        Rational(Repr::Small(value, UNIT))
    }

    /// `numerator / denominator`; `None` if the denominator is zero.
    pub fn new(numerator: i64, denominator: i64) -> Option<Rational> {
        if denominator == 0 {
            return None;
        }
        let divisor = gcd(numerator.unsigned_abs(), denominator.unsigned_abs());
        let sign = i128::from(denominator.signum());
        let divisor = sign * i128::from(divisor);
        Some(Rational::from_lowest(
            i128::from(numerator) / divisor,
            i128::from(denominator) / divisor,
        ))
    }

    /// −1, 0 or 1.
    pub fn signum(&self) -> i32 {
        match &self.0 {
            Repr::Small(numerator, _) => numerator.signum() as i32,
            // Zero is small.
            Repr::Big(big) if **big < RBig::ZERO => -1,
            Repr::Big(_) => 1,
        }
    }

    /// Is it 0?
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small(0, _))
    }

    /// Is it 1?
    pub fn is_one(&self) -> bool {
        matches!(self.0, Repr::Small(1, UNIT))
    }

    /// Is it above 0?
    pub fn is_positive(&self) -> bool {
        self.signum() > 0
    }

    /// Is it below 0?
    pub fn is_negative(&self) -> bool {
        self.signum() < 0
    }

    /// Is it a whole number?
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Repr::Small(_, denominator) => *denominator == UNIT,
            Repr::Big(big) => big.is_int(),
        }
    }

    /// The absolute value.
    pub fn abs(&self) -> Rational {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// The numerator in lowest terms; it carries the sign.
    pub fn numerator(&self) -> Integer {
        match &self.0 {
            Repr::Small(numerator, _) => Integer::from(*numerator),
            Repr::Big(big) => Integer::from_big(big.numerator().clone()),
        }
    }

    /// The denominator in lowest terms, which is positive.
    pub fn denominator(&self) -> Integer {
        match &self.0 {
            Repr::Small(_, denominator) => Integer::from(denominator.get()),
            Repr::Big(big) => Integer::from_big(IBig::from(big.denominator().clone())),
        }
    }

    /// The greatest integer that is not above.
    pub fn floor(&self) -> Integer {
        match &self.0 {
            // A positive divisor cannot overflow, and Euclid's quotient rounds down.
            Repr::Small(numerator, denominator) => {
                Integer::from(numerator.div_euclid(denominator.get()))
            }
            Repr::Big(big) => Integer::from_big(big.floor()),
        }
    }

    /// The least integer that is not below.
    pub fn ceil(&self) -> Integer {
        -(-self).floor()
    }

    /// `1 / self`; `None` for zero.
    pub fn recip(&self) -> Option<Rational> {
        match &self.0 {
            Repr::Small(0, _) => None,
            Repr::Small(numerator, denominator) => {
                let (numerator, denominator) =
                    (i128::from(*numerator), i128::from(denominator.get()));
                let sign = numerator.signum();
                Some(Rational::from_lowest(sign * denominator, sign * numerator))
            }
            Repr::Big(big) => Some(Rational::from_big(RBig::ONE / &**big)),
        }
    }

    /// `self / divisor`; `None` if the divisor is zero.
    pub fn checked_div(&self, divisor: &Rational) -> Option<Rational> {
        Some(self * &divisor.recip()?)
    }

    /// The value as an `i64`, if it is a whole number that fits.
    pub fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Repr::Small(numerator, UNIT) => Some(numerator),
            _ => None,
        }
    }

    /// Does it live in machine words? For statistics: the value means the same either way.
    pub fn is_small(&self) -> bool {
        matches!(self.0, Repr::Small(..))
    }

    /// How many binary digits the longer of numerator and denominator has; zero has none.
    ///
    /// Numbers that are multiplied with themselves double their length each time: whoever does that
    /// without a bound of another kind gives up beyond some length.
    pub fn bits(&self) -> usize {
        match &self.0 {
            Repr::Small(numerator, denominator) => {
                let longer = numerator.unsigned_abs().max(denominator.get().unsigned_abs());
                if *numerator == 0 { 0 } else { (u64::BITS - longer.leading_zeros()) as usize }
            }
            Repr::Big(big) => big.numerator().bit_len().max(big.denominator().bit_len()),
        }
    }

    /// A fraction that is in lowest terms over a positive denominator.
    fn from_lowest(numerator: i128, denominator: i128) -> Rational {
        debug_assert!(denominator > 0, "a denominator is positive");
        if let (Ok(small), Ok(over)) = (i64::try_from(numerator), i64::try_from(denominator))
            && let Some(over) = NonZeroI64::new(over)
        {
            return Rational(Repr::Small(small, over));
        }
        let denominator = UBig::from(denominator.unsigned_abs());
        Rational(Repr::Big(Box::new(RBig::from_parts(IBig::from(numerator), denominator))))
    }

    /// A whole number of any size.
    fn from_whole(whole: IBig) -> Rational {
        match i64::try_from(&whole) {
            Ok(small) => Rational(Repr::Small(small, UNIT)),
            Err(_) => Rational(Repr::Big(Box::new(RBig::from(whole)))),
        }
    }

    /// Shrinks a result back into machine words if it fits.
    pub(crate) fn from_big(big: RBig) -> Rational {
        if let (Ok(numerator), Ok(denominator)) =
            (i64::try_from(big.numerator()), i64::try_from(big.denominator()))
            && let Some(denominator) = NonZeroI64::new(denominator)
        {
            return Rational(Repr::Small(numerator, denominator));
        }
        Rational(Repr::Big(Box::new(big)))
    }

    /// The value as a big number, whatever its size.
    pub(crate) fn to_big(&self) -> RBig {
        match &self.0 {
            Repr::Small(numerator, denominator) => {
                let denominator = UBig::from(denominator.get().unsigned_abs());
                RBig::from_parts(IBig::from(*numerator), denominator)
            }
            Repr::Big(big) => (**big).clone(),
        }
    }
}

/// The greatest common divisor of two words; `gcd(0, 0) = 0`.
pub(crate) fn gcd(mut a: u64, mut b: u64) -> u64 {
    if a == 0 || b == 0 {
        return a | b;
    }
    // Stein's algorithm: shifts and subtractions are cheaper than divisions.
    let shift = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    loop {
        b >>= b.trailing_zeros();
        if a > b {
            std::mem::swap(&mut a, &mut b);
        }
        b -= a;
        if b == 0 {
            return a << shift;
        }
    }
}

impl Default for Rational {
    fn default() -> Rational {
        Rational::ZERO
    }
}

impl From<i64> for Rational {
    fn from(value: i64) -> Rational {
        Rational(Repr::Small(value, UNIT))
    }
}

impl From<i32> for Rational {
    fn from(value: i32) -> Rational {
        Rational::from(i64::from(value))
    }
}

impl From<i128> for Rational {
    fn from(value: i128) -> Rational {
        Rational::from_lowest(value, 1)
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Small(a, b), Repr::Small(c, d)) => {
                if b == d {
                    return a.cmp(c);
                }
                // Products of two words fit into an i128.
                let left = i128::from(*a) * i128::from(d.get());
                left.cmp(&(i128::from(*c) * i128::from(b.get())))
            }
            (Repr::Big(big), Repr::Big(other)) => big.cmp(other),
            _ => self.to_big().cmp(&other.to_big()),
        }
    }
}
