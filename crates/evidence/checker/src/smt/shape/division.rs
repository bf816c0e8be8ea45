//! Quotients and remainders, whatever the divisor.

use buttress_logic::{Op, Term};
use buttress_numeric::Rational;

use super::{ClauseFlaw, Shape};

impl Shape<'_> {
    /// x = y·(x / y) unless y = 0; x = y·(div x y) + (mod x y) and 0 ≤ (mod x y) < |y| unless y = 0.
    pub(super) fn division(&mut self, term: Term) -> Result<(), ClauseFlaw> {
        let (Op::Divide | Op::IntegerDivide | Op::Modulo, &[dividend, divisor]) =
            (self.terms.op(term), self.terms.arguments(term))
        else {
            return Err(self.inapplicable(term, "a quotient or remainder"));
        };
        let zero = self.terms.numeral(&Rational::ZERO, self.terms.sort_of(divisor));
        let is_zero = self.terms.equal(divisor, zero);
        if self.terms.op(term) == Op::Divide {
            self.require(is_zero)?;
            let product = self.terms.multiply(&[divisor, term]);
            return self.require_equal(dividend, product);
        }
        let quotient = self.terms.integer_divide(dividend, divisor);
        let rest = self.terms.modulo(dividend, divisor);
        let product = self.terms.multiply(&[divisor, quotient]);
        let sum = self.terms.add(&[product, rest]);
        let is_sum = self.terms.equal(dividend, sum);
        let is_natural = self.terms.less_equal(zero, rest);
        if self.holds(is_zero) && (self.holds(is_sum) || self.holds(is_natural)) {
            return Ok(());
        }
        let opposite = self.terms.negate(divisor);
        let is_at_most = self.terms.less_equal(divisor, zero);
        let is_at_least = self.terms.less_equal(zero, divisor);
        for (case, size) in [(is_at_most, divisor), (is_at_least, opposite)] {
            let is_less = self.terms.less(rest, size);
            if self.holds(case) && self.holds(is_less) {
                return Ok(());
            }
        }
        Err(ClauseFlaw::NoShape)
    }
}
