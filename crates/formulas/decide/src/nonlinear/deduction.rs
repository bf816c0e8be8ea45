//! What reasoning about products works with: facts that grow, over unknowns that stay.

use buttress_budget::Budget;
use buttress_logic::Terms;
use buttress_numeric::{Monomial, Rational};

use crate::limits::POINT_FRACTION;
use crate::numbers::{Fact, Facts, Unknowns};

/// Facts are derived.
pub(super) struct Deduction<'a> {
    pub(super) facts: &'a mut Facts,
    pub(super) unknowns: &'a Unknowns,
    pub(super) terms: &'a mut Terms,
    pub(super) budget: &'a Budget,
}

impl Deduction<'_> {
    /// A fact, rounded if it speaks of integers only.
    pub(super) fn tightened(&mut self, fact: Fact) -> Fact {
        let is_whole = |monomial: &Monomial| self.unknowns.is_whole(monomial);
        if self.facts.polynomial(fact).terms().all(|(monomial, _)| is_whole(monomial)) {
            return self.facts.rounded(fact);
        }
        fact
    }
}

/// A number near this one that is easy to compute with: numbers that are made from others again and
/// again would otherwise outgrow every time limit.
pub(super) fn simple(number: &Rational) -> Rational {
    if number.denominator().to_i64().is_some_and(|it| it <= POINT_FRACTION) {
        return number.clone();
    }
    let parts = Rational::from((number * &Rational::from(POINT_FRACTION)).floor());
    parts.checked_div(&Rational::from(POINT_FRACTION)).unwrap_or(parts)
}
