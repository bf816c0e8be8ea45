//! Ranges: where the values of integer variables can decide a formula.
//!
//! ∀i. l ≤ i ∧ i ≤ u → F fails nowhere but between l and u, so that it is the same formula about the array that is constant
//! outside: what is read changes at no cut but those within the range, and at its ends. Formulas about many segments of one
//! array are each about few of its steps.

use buttress_numeric::Rational;

use super::super::shape::{LinearForms, Place};
use super::{Analysis, Domain, Reach};
use crate::limits::RANGE_ROUNDS;
use crate::{Bound, Op, Sort, Term};

/// The least and the greatest value that matter, if there are such.
#[derive(Clone, Default, Debug)]
pub(super) struct Range {
    low: Option<Rational>,
    high: Option<Rational>,
}

impl Range {
    fn raise(&mut self, low: &Rational) {
        if self.low.as_ref().is_none_or(|known| known < low) {
            self.low = Some(low.clone());
        }
    }

    fn lower(&mut self, high: &Rational) {
        if self.high.as_ref().is_none_or(|known| known > high) {
            self.high = Some(high.clone());
        }
    }

    fn holds(&self, number: &Rational) -> bool {
        self.low.as_ref().is_none_or(|low| low <= number)
            && self.high.as_ref().is_none_or(|high| number <= high)
    }
}

/// A side of a comparison.
enum Side {
    Variable(Place),
    Number(Rational),
}

impl Analysis<'_, '_> {
    /// Finds the ranges of the variables that the formula itself binds, and makes their ends cuts.
    pub(super) fn find_ranges(&mut self, reach: &Reach) {
        let terms = self.evaluator.terms;
        self.ranges = vec![Range::default(); reach.variables().len()];
        let goal = match terms.op(self.formula) {
            Op::Forall(_) => false,
            Op::Exists(_) => true,
            _ => return,
        };
        // l + gap ≤ r
        let mut comparisons: Vec<(Side, Side, Rational)> = Vec::new();
        let mut due = vec![(terms.argument(self.formula, 0), goal)];
        while let Some((term, value)) = due.pop() {
            let parts = terms.arguments(term);
            let mut add = |left: Term, right: Term, gap: Rational| {
                if let Some(left) = self.side(left, reach)
                    && let Some(right) = self.side(right, reach)
                {
                    comparisons.push((left, right, gap));
                }
            };
            match (terms.op(term), parts, value) {
                (Op::Not, _, _) => due.push((parts[0], !value)),
                (Op::And, _, true) | (Op::Or, _, false) => {
                    due.extend(parts.iter().map(|part| (*part, value)));
                }
                (Op::LessEqual, &[left, right], true) => add(left, right, Rational::ZERO),
                (Op::LessEqual, &[left, right], false) => add(right, left, Rational::ONE),
                (Op::Less, &[left, right], true) => add(left, right, Rational::ONE),
                (Op::Less, &[left, right], false) => add(right, left, Rational::ZERO),
                (Op::Equal, &[left, right], true) => {
                    add(left, right, Rational::ZERO);
                    add(right, left, Rational::ZERO);
                }
                _ => {}
            }
        }
        for _ in 0..comparisons.len().min(RANGE_ROUNDS) {
            for (left, right, gap) in &comparisons {
                self.narrow(left, right, gap);
            }
        }
        for (range, variable) in self.ranges.iter().zip(&mut self.dependence.variables) {
            variable.cuts.extend(range.low.clone());
            variable.cuts.extend(range.high.as_ref().map(|high| high + &Rational::ONE));
        }
    }

    fn narrow(&mut self, left: &Side, right: &Side, gap: &Rational) {
        let low = match left {
            Side::Number(number) => Some(number.clone()),
            Side::Variable(place) => self.ranges[*place].low.clone(),
        };
        let high = match right {
            Side::Number(number) => Some(number.clone()),
            Side::Variable(place) => self.ranges[*place].high.clone(),
        };
        if let (Side::Variable(place), Some(low)) = (right, low) {
            self.ranges[*place].raise(&(&low + gap));
        }
        if let (Side::Variable(place), Some(high)) = (left, high) {
            self.ranges[*place].lower(&(&high - gap));
        }
    }

    /// A variable that the formula binds or the value of a term without variables, of integers.
    fn side(&mut self, term: Term, reach: &Reach) -> Option<Side> {
        let terms = self.evaluator.terms;
        if terms.sort_of(term) != Sort::INT {
            return None;
        }
        if let Op::Bound(bound) = terms.op(term) {
            let is_own = terms.quantified(self.formula).contains(&bound);
            let place = |bound: Bound| reach.variables().iter().position(|it| *it == bound);
            let place = place(bound).filter(|_| is_own)?;
            let is_integer = self.dependence.variables[place].domain == Domain::Integers;
            return is_integer.then_some(Side::Variable(place));
        }
        if reach.is_dependent(term) {
            return None;
        }
        let value = self.fixed(term).ok()?;
        self.evaluator.model.values.as_number(value).cloned().map(Side::Number)
    }

    /// Can it matter that the reading of an array at one of these forms changes at a step?
    pub(super) fn is_in_range(&self, forms: &LinearForms, step: &Rational) -> bool {
        forms.iter().any(|(factors, rests)| match factors.iter().next() {
            Some((place, factor)) if factors.len() == 1 && factor.is_one() => {
                rests.iter().any(|rest| self.ranges[*place].holds(&(step - rest)))
            }
            _ => true,
        })
    }
}
