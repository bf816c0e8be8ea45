//! Quotients and remainders by unknowns, said by products.

use buttress_certificate::smt::Rule;
use buttress_logic::{Op, Term, Terms};
use buttress_numeric::Rational;

use crate::combination::Combination;

/// Is the term a quotient or remainder by something that is no number?
pub(crate) fn is_division(terms: &Terms, term: Term) -> bool {
    matches!(terms.op(term), Op::Divide | Op::IntegerDivide | Op::Modulo)
        && terms.as_number(terms.argument(term, 1)).is_none()
}

impl Combination {
    /// x = y·(x / y) unless y = 0; x = y·(div x y) + (mod x y) and 0 ≤ (mod x y) < |y| unless y = 0.
    pub(crate) fn describe_division(&mut self, terms: &mut Terms, term: Term) {
        let &[dividend, divisor] = terms.arguments(term) else { return };
        let zero = terms.numeral(&Rational::ZERO, terms.sort_of(divisor));
        let is_zero = terms.equal(divisor, zero);
        let rule = Rule::Division(term);
        if terms.op(term) == Op::Divide {
            if self.described.insert(term) {
                let product = terms.multiply(&[divisor, term]);
                let is_product = terms.equal(dividend, product);
                self.give_formulas(terms, &[is_zero, is_product], rule);
            }
            return;
        }
        let quotient = terms.integer_divide(dividend, divisor);
        if !self.described.insert(quotient) {
            return;
        }
        let rest = terms.modulo(dividend, divisor);
        let product = terms.multiply(&[divisor, quotient]);
        let sum = terms.add(&[product, rest]);
        let is_sum = terms.equal(dividend, sum);
        let is_natural = terms.less_equal(zero, rest);
        let opposite = terms.negate(divisor);
        let (is_at_most, is_at_least) =
            (terms.less_equal(divisor, zero), terms.less_equal(zero, divisor));
        let (is_below, is_below_opposite) = (terms.less(rest, divisor), terms.less(rest, opposite));
        for clause in [
            [is_zero, is_sum],
            [is_zero, is_natural],
            [is_at_most, is_below],
            [is_at_least, is_below_opposite],
        ] {
            self.give_formulas(terms, &clause, rule.clone());
        }
    }

    fn give_formulas(&mut self, terms: &mut Terms, formulas: &[Term], rule: Rule) {
        let clause = formulas.iter().map(|formula| self.enter_formula(terms, *formula)).collect();
        self.give(clause, rule);
    }
}
