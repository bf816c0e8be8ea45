//! Rationals with an infinitesimal part: `value + infinitesimal·ε`.
//!
//! A strict bound `x > 3` is the bound `x ≥ 3 + ε`, for an ε smaller than every positive
//! rational; so the order is lexicographic, which the derived order on the fields is.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

use crate::Rational;

/// `value + infinitesimal·ε`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Delta {
    /// The standard part.
    pub value: Rational,
    /// How many ε are added.
    pub infinitesimal: Rational,
}

impl Delta {
    /// Just above `value`.
    pub fn above(value: Rational) -> Delta {
        Delta { value, infinitesimal: Rational::ONE }
    }

    /// Just below `value`.
    pub fn below(value: Rational) -> Delta {
        Delta { value, infinitesimal: Rational::MINUS_ONE }
    }

    /// Is there no infinitesimal part?
    pub fn is_standard(&self) -> bool {
        self.infinitesimal.is_zero()
    }

    /// The rational that stands here once ε is `epsilon`.
    pub fn at(&self, epsilon: &Rational) -> Rational {
        let mut value = self.value.clone();
        value.add_product(&self.infinitesimal, epsilon);
        value
    }

    /// Adds `factor · other`.
    pub fn add_product(&mut self, factor: &Rational, other: &Delta) {
        self.value.add_product(factor, &other.value);
        self.infinitesimal.add_product(factor, &other.infinitesimal);
    }
}

impl From<Rational> for Delta {
    fn from(value: Rational) -> Delta {
        Delta { value, infinitesimal: Rational::ZERO }
    }
}

impl Add for &Delta {
    type Output = Delta;
    fn add(self, other: &Delta) -> Delta {
        Delta {
            value: &self.value + &other.value,
            infinitesimal: &self.infinitesimal + &other.infinitesimal,
        }
    }
}

impl AddAssign<&Delta> for Delta {
    fn add_assign(&mut self, other: &Delta) {
        self.value += &other.value;
        self.infinitesimal += &other.infinitesimal;
    }
}

impl Sub for &Delta {
    type Output = Delta;
    fn sub(self, other: &Delta) -> Delta {
        Delta {
            value: &self.value - &other.value,
            infinitesimal: &self.infinitesimal - &other.infinitesimal,
        }
    }
}

impl Mul<&Rational> for &Delta {
    type Output = Delta;
    fn mul(self, factor: &Rational) -> Delta {
        Delta { value: &self.value * factor, infinitesimal: &self.infinitesimal * factor }
    }
}

impl Neg for Delta {
    type Output = Delta;
    fn neg(self) -> Delta {
        Delta { value: -self.value, infinitesimal: -self.infinitesimal }
    }
}

impl fmt::Display for Delta {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.infinitesimal.signum() {
            0 => write!(f, "{}", self.value),
            1 => write!(f, "{} + {}ε", self.value, self.infinitesimal),
            _ => write!(f, "{} - {}ε", self.value, self.infinitesimal.abs()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_infinitesimal_decides_ties_only() {
        let three = Rational::from(3);
        let plain = Delta::from(three.clone());
        assert!(Delta::below(three.clone()) < plain);
        assert!(plain < Delta::above(three.clone()));
        assert!(Delta::above(three) < Delta::below("3.0001".parse().unwrap()));
    }

    #[test]
    fn arithmetic_is_that_of_pairs() {
        let mut sum = &Delta::above(Rational::from(3)) - &Delta::below(Rational::from(1));
        assert_eq!(sum.to_string(), "2 + 2ε");
        sum.add_product(&Rational::from(-2), &Delta::above(Rational::from(5)));
        assert_eq!(sum, Delta::from(Rational::from(-8)));
        assert_eq!((-Delta::above(Rational::ONE)).to_string(), "-1 - 1ε");
        assert_eq!(Delta::below(Rational::ONE).at(&"1/4".parse().unwrap()).to_string(), "3/4");
    }
}
