//! FlatSearch directions: integer forms that take few values, whatever the variables do.
//!
//! The forms are the reduced coordinates of `slabs`. The simplex tells between which values each
//! of them lies. Is there no integer between them, that is a contradiction; is there one, the form
//! has that value. Otherwise the coordinates are fixed one by one, in the middle of what the ones
//! before leave, which finds a point unless there are few; and at last a form is split.

use buttress_budget::{Budget, Exhausted};
use buttress_numeric::{
    Constraint, ConstraintTag, Delta, Feasibility, Integer, Limit, LinearForm, Optimum, Rational,
    Side, Variable,
};

use super::cuts::Cut;
use super::facts::Sum;
use super::integrality::floor;
use super::outcome::Integrality;
use super::solver::Arithmetic;
use crate::limits::PIVOT_EFFORT;

/// What came of a look at flat directions.
pub(super) enum FlatSearch {
    /// Nothing: another way has to be taken.
    Nothing,
    /// A form was found to have one value only; the point may not agree yet.
    Tightened,
    /// The point may have been moved to integers.
    Moved,
    /// A contradiction or a branch.
    Answer(Integrality),
}

/// The least and the greatest value of a form, with the bounds that keep it there.
pub(super) struct Range {
    least: Delta,
    greatest: Delta,
    below: Sum,
    above: Sum,
}

impl Range {
    pub(super) fn width(&self) -> Rational {
        &self.greatest.value - &self.least.value
    }

    /// The least and the greatest integer in it, if any.
    fn integers(&self) -> (Integer, Integer) {
        (-floor(&-self.least.clone()), floor(&self.greatest))
    }

    /// The integer nearest to the middle, if any.
    fn middle(&self) -> Option<Integer> {
        let (first, last) = self.integers();
        let middle = (&first + &last).div_floor(&Integer::from(2))?;
        (first <= last).then_some(middle)
    }
}

impl Arithmetic {
    /// Looks for an integer point, a contradiction or a branch by flat directions. To be asked at
    /// a point that satisfies all bounds.
    pub(super) fn search_flat(&mut self, budget: &Budget) -> Result<FlatSearch, Exhausted> {
        let forms = self.flat_forms(budget)?;
        let mut is_tighter = false;
        let mut thinnest: Option<(Integer, usize, Integer)> = None;
        for (place, form) in forms.iter().enumerate() {
            let Some(range) = self.range(form, budget)? else { continue };
            let (first, last) = range.integers();
            if first > last {
                return Ok(FlatSearch::Answer(Integrality::Conflict(self.refute_range(range))));
            }
            if first < last {
                let layers = &last - &first;
                let is_thinner = thinnest.as_ref().is_none_or(|(fewest, ..)| layers < *fewest);
                if let Some(middle) = range.middle().filter(|_| is_thinner) {
                    thinnest = Some((layers, place, middle));
                }
            } else if range.least != range.greatest {
                let value = first.as_rational();
                match self.fix(form, value, range) {
                    Ok(changes) => is_tighter |= changes,
                    Err(conflict) => {
                        return Ok(FlatSearch::Answer(Integrality::Conflict(conflict)));
                    }
                }
            }
        }
        if is_tighter {
            return Ok(FlatSearch::Tightened);
        }
        if !forms.is_empty() && self.dive(&forms, budget)? {
            return Ok(FlatSearch::Moved);
        }
        Ok(thinnest.map_or(FlatSearch::Nothing, |(_, place, floor)| {
            FlatSearch::Answer(Integrality::Branch { form: forms[place].clone(), floor })
        }))
    }

    /// Between which values a form lies; `None` if it is not bounded.
    pub(super) fn range(
        &mut self,
        form: &LinearForm,
        budget: &Budget,
    ) -> Result<Option<Range>, Exhausted> {
        self.epsilon.take();
        let go_on = || budget.spend(PIVOT_EFFORT).is_ok();
        let greatest = self.simplex.maximise_while(form, go_on);
        budget.poll()?;
        let Optimum::Bounded { value: greatest, certificate: above } = greatest else {
            return Ok(None);
        };
        let least = self.simplex.minimise_while(form, go_on);
        budget.poll()?;
        let Optimum::Bounded { value: least, certificate: below } = least else {
            return Ok(None);
        };
        let (below, above) = (below.multipliers, above.multipliers);
        Ok(Some(Range { least, greatest, below, above }))
    }

    /// The contradiction of a range without integers.
    fn refute_range(&mut self, range: Range) -> super::Conflict {
        let mut both = Sum::new();
        for sum in [range.below, range.above] {
            // An equation that cannot be rounded is a contradiction alone.
            let is_equation = self.facts.is_equation(&sum);
            let fact = self.facts.add(sum, true);
            if is_equation {
                return self.facts.derive(&[(fact, Rational::ONE)], None);
            }
            both.push((fact, Rational::ONE));
        }
        self.facts.derive(&both, None)
    }

    /// Bounds a form by the only integer in its range. Was that new?
    fn fix(
        &mut self,
        form: &LinearForm,
        value: &Rational,
        range: Range,
    ) -> Result<bool, super::Conflict> {
        let mut is_new = false;
        for (sum, sign) in [(range.below, Rational::ONE), (range.above, Rational::MINUS_ONE)] {
            let mut form = form.scaled(&sign);
            form.add_constant(&-(value * &sign));
            is_new |= self.add_cut(Cut { sum, constraint: Constraint::non_negative(form) })?;
        }
        Ok(is_new)
    }

    /// Gives the forms integer values one after the other and the point with them. Did it work?
    fn dive(&mut self, forms: &[LinearForm], budget: &Budget) -> Result<bool, Exhausted> {
        let mut rows = Vec::new();
        self.simplex.push();
        let outcome = self.dive_into(forms, &mut rows, budget);
        self.simplex.pop();
        for row in rows {
            self.simplex.remove(row);
        }
        if !matches!(outcome, Ok(true)) {
            self.settle();
        }
        outcome
    }

    fn dive_into(
        &mut self,
        forms: &[LinearForm],
        rows: &mut Vec<Variable>,
        budget: &Budget,
    ) -> Result<bool, Exhausted> {
        for form in forms {
            let Some(range) = self.range(form, budget)? else { continue };
            let Some(middle) = range.middle() else { return Ok(false) };
            let before = self.row_count();
            let row = self.simplex.define(form);
            if self.row_count() > before {
                self.note_kind(row, true);
                rows.push(row);
            }
            let value = Delta::from(middle.into_rational());
            for side in [Side::Lower, Side::Upper] {
                // Nobody asks why a dive fails, so that its bounds need no facts.
                let limit =
                    Limit { value: value.clone(), reason: ConstraintTag(0), scale: Rational::ONE };
                if self.simplex.restrict(row, side, limit).is_err() {
                    return Ok(false);
                }
            }
            match self.simplex.check_while(|| budget.spend(PIVOT_EFFORT).is_ok()) {
                Feasibility::Feasible => {}
                Feasibility::Infeasible(_) => return Ok(false),
                Feasibility::Interrupted => budget.poll()?,
            }
        }
        Ok(true)
    }
}
