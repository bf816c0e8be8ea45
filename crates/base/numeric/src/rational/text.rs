//! Reading and writing: `3`, `-7/2`, `1.25`.

use std::fmt;
use std::str::FromStr;

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::{Rational, Repr};
use crate::NumericError;

impl FromStr for Rational {
    type Err = NumericError;

    /// Reads an optional minus sign and then digits, digits `/` digits, or digits `.` digits.
    fn from_str(text: &str) -> Result<Rational, NumericError> {
        let malformed = || NumericError::NotANumber(text.to_owned());
        let (negative, magnitude) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let value = if let Some((numerator, denominator)) = magnitude.split_once('/') {
            let numerator = natural(numerator).ok_or_else(malformed)?;
            let denominator = natural(denominator).ok_or_else(malformed)?;
            if denominator == UBig::ZERO {
                return Err(NumericError::ZeroDenominator(text.to_owned()));
            }
            RBig::from_parts(IBig::from(numerator), denominator)
        } else if let Some((whole, decimals)) = magnitude.split_once('.') {
            let both = [whole, decimals].map(natural);
            let [Some(whole), Some(fraction)] = both else { return Err(malformed()) };
            let power = UBig::from(10u8).pow(decimals.len());
            RBig::from_parts(IBig::from(whole * &power + fraction), power)
        } else {
            RBig::from(natural(magnitude).ok_or_else(malformed)?)
        };
        Ok(Rational::from_big(if negative { -value } else { value }))
    }
}

/// A non-empty text of decimal digits.
fn natural(digits: &str) -> Option<UBig> {
    // The big number's own parser would also take signs and separators.
    let is_plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_plain {
        return None;
    }
    match digits.parse::<u64>() {
        Ok(small) => Some(UBig::from(small)),
        Err(_) => UBig::from_str_radix(digits, 10).ok(),
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small(numerator, denominator) if denominator.get() == 1 => {
                write!(f, "{numerator}")
            }
            Repr::Small(numerator, denominator) => write!(f, "{numerator}/{denominator}"),
            Repr::Big(big) if big.is_int() => write!(f, "{}", big.numerator()),
            Repr::Big(big) => write!(f, "{}/{}", big.numerator(), big.denominator()),
        }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
