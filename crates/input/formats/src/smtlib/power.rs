//! Powers with constant exponents: products, written out.
//!
//! SMT-LIB has no powers, but real files do. 0 to the power of 0 means different things to different
//! solvers, and is refused here.

use buttress_logic::Term;
use buttress_numeric::Rational;

use super::sexpr::Node;
use super::term::TermReader;
use super::{Error, Kind};
use crate::limits::MOST_EXPONENT;

impl TermReader<'_> {
    /// `(^ t n)`: the values from `base` on.
    pub(super) fn power(&mut self, node: Node, base: usize) -> Result<Term, Error> {
        self.check_arity(node, self.values.len() - base, 2, Some(2))?;
        let place = self.argument(node, 1);
        let exponent = self.terms.as_number(self.values[base + 1]).cloned();
        let Some(exponent) = exponent.filter(|number| {
            number.is_integer()
                && !number.is_negative()
                && *number <= Rational::from(i64::from(MOST_EXPONENT))
        }) else {
            let message = format!("the exponent must be a numeral, {MOST_EXPONENT} at most");
            let hint = "powers are read as products".to_owned();
            return Err(self.source.error(place, Kind::Unsupported, message).hinting(Some(hint)));
        };
        // It was checked to be small.
        let exponent = exponent.to_string().parse().unwrap_or(MOST_EXPONENT);
        self.values.truncate(base + 1);
        self.power_of(node, base, exponent)
    }

    /// The value at `base` to the power of a constant.
    pub(super) fn power_of(
        &mut self,
        node: Node,
        base: usize,
        exponent: u32,
    ) -> Result<Term, Error> {
        self.expect_numbers(node, base)?;
        let value = self.values[base];
        if exponent == 0 {
            if self.terms.as_number(value).is_none_or(Rational::is_zero) {
                let message = "0 to the power of 0 has no agreed meaning";
                let hint = "write 1, if that is what you mean".to_owned();
                let error = self.source.error(node, Kind::Unsupported, message);
                return Err(error.hinting(Some(hint)));
            }
            return Ok(self.terms.numeral(&Rational::ONE, self.terms.sort_of(value)));
        }
        if let Some(number) = self.terms.as_number(value) {
            let power = (0..exponent).fold(Rational::ONE, |product, _| &product * number);
            return Ok(self.terms.numeral(&power, self.terms.sort_of(value)));
        }
        match exponent {
            1 => Ok(value),
            _ => Ok(self.terms.multiply(&vec![value; exponent as usize])),
        }
    }
}
