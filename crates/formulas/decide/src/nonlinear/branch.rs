//! Case splits on factors of products whose values are wrong.

use buttress_logic::{Sort, Terms};
use buttress_numeric::{Rational, Side, Variable};

use super::products::{Candidate, simple};
use crate::combination::Combination;
use crate::complete::Point;

/// How far an unknown can go.
pub(super) enum Width {
    /// It has bounds on both sides.
    Bounded,
    /// It has not.
    Unbounded,
}

/// A case split: is the unknown at most this number?
struct Split {
    variable: Variable,
    at: Rational,
    preference: bool,
}

impl Combination {
    /// Lets the search decide on which side of a number a factor lies; `None` if nothing is left to
    /// be asked.
    pub(super) fn branch_on_factor(&mut self, terms: &mut Terms, point: &Point) -> Option<Width> {
        let candidate = Candidate::new(self, point);
        let mut factors: Vec<Variable> = candidate
            .wrong()
            .iter()
            .flat_map(|(_, monomial)| monomial.factors().iter().map(|(variable, _)| *variable))
            .collect();
        factors.sort_unstable();
        factors.dedup();
        factors.retain(|variable| self.arithmetic.fixed(*variable).is_none());
        // Signs first; then narrow domains, which are soon exhausted, and small values.
        factors.sort_by_cached_key(|variable| {
            let width = self.width(*variable);
            (self.has_sign(*variable), width.is_none(), width, point.value(*variable).abs())
        });
        for variable in factors {
            for split in self.splits(variable, point.value(variable)) {
                if self.ask(terms, split) {
                    let is_bounded = self.width(variable).is_some();
                    return Some(if is_bounded { Width::Bounded } else { Width::Unbounded });
                }
            }
        }
        None
    }

    /// Do the bounds of an unknown say whether it is negative?
    fn has_sign(&self, variable: Variable) -> bool {
        let bound = |side| self.arithmetic.bound(variable, side).map(|bound| &bound.value);
        bound(Side::Lower).is_some_and(|bound| !bound.is_negative())
            || bound(Side::Upper).is_some_and(|bound| !bound.is_positive())
    }

    fn width(&self, variable: Variable) -> Option<Rational> {
        let bound = |side| self.arithmetic.bound(variable, side).map(|bound| &bound.value);
        Some(bound(Side::Upper)? - bound(Side::Lower)?)
    }

    /// Where to split an unknown with this value, the best first.
    fn splits(&self, variable: Variable, value: Rational) -> Vec<Split> {
        let split = |at: Rational, preference| Split { variable, at, preference };
        let mut splits = Vec::new();
        let below = |value: &Rational| value - &Rational::ONE;
        let is_integer = self.arithmetic.is_integer(variable);
        if !self.has_sign(variable) {
            splits.push(match value.is_negative() {
                true if is_integer => split(Rational::MINUS_ONE, true),
                _ => split(Rational::ZERO, !value.is_positive()),
            });
        }
        if is_integer {
            let floor = Rational::from(value.floor());
            let (upper, lower) = (split(floor.clone(), true), split(below(&floor), false));
            splits.extend(if floor.is_negative() { [lower, upper] } else { [upper, lower] });
        } else {
            splits.push(split(simple(&value), true));
        }
        splits
    }

    /// Makes the question an atom; false if it is one already.
    fn ask(&mut self, terms: &mut Terms, split: Split) -> bool {
        let Split { variable, at, preference } = split;
        let unknown = self.numbers.terms[&variable];
        let is_integer = self.arithmetic.is_integer(variable);
        let sort = if is_integer { Sort::INT } else { Sort::REAL };
        let number = terms.numeral(&at, sort);
        let is_below = terms.less_equal(unknown, number);
        let is_above = terms.less_equal(number, unknown);
        // Over the rationals both sides may have the number itself.
        let questions = [(is_below, preference), (is_above, !preference)];
        for (formula, preference) in questions.into_iter().take(if is_integer { 1 } else { 2 }) {
            if self.atoms.lit(terms, formula).is_none() {
                let lit = self.enter_formula(terms, formula);
                let value = preference == lit.is_positive();
                self.atoms.get_mut(lit.var()).preference = Some(value);
                return true;
            }
        }
        false
    }
}
