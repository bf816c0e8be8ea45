//! Cuts: constraints that hold at all integer points but not at the current one.
//!
//! Take a row of integers, x = β + Σ γⱼyⱼ, where yⱼ ≥ 0 is how far a non-basic variable is from
//! the bound it sits on, and β is not whole. Then x − Σ ⌊γⱼ⌋yⱼ − β = Σ (γⱼ − ⌊γⱼ⌋)yⱼ ≥ 0, where
//! all but β is whole, so it can be rounded (a cut of Chvátal and Gomory). Thus the cut is a
//! rounded sum of bounds in force, and the row that suggested it is not needed to justify it.

use buttress_numeric::{Constraint, ConstraintTag, LinearForm, Rational, Side, Variable};

use super::atoms::Meaning;
use super::facts::Sum;
use super::outcome::Conflict;
use super::solver::Arithmetic;
use crate::limits::{CUT_COEFFICIENT, CUT_LENGTH, CUT_ROWS};

/// A sum of bounds with what it says.
pub(super) struct Cut {
    pub(super) sum: Sum,
    pub(super) constraint: Constraint,
}

impl Arithmetic {
    /// Adds cuts against fractional variables. Was there any?
    pub(super) fn cut(&mut self, fractional: &[Variable]) -> Result<bool, Conflict> {
        let mut cuts = Vec::new();
        for basic in fractional.iter().take(CUT_ROWS) {
            cuts.extend([false, true].into_iter().filter_map(|up| self.cut_of_row(*basic, up)));
        }
        let is_any = !cuts.is_empty();
        for cut in cuts {
            self.add_cut(cut)?;
        }
        Ok(is_any)
    }

    fn cut_of_row(&self, basic: Variable, rounds_up: bool) -> Option<Cut> {
        let mut sum = Sum::new();
        let mut form = LinearForm::default();
        if self.simplex.row(basic).iter().any(|entry| !self.is_integer(entry.variable)) {
            return None;
        }
        for (variable, rate) in self.simplex.rates(basic) {
            if rate.is_integer() {
                continue;
            }
            let (side, limit) = [Side::Lower, Side::Upper].into_iter().find_map(|side| {
                let limit = self.simplex.limit(variable, side)?;
                (limit.value == *self.simplex.value(variable)).then_some((side, limit))
            })?;
            let rate = if side == Side::Lower { rate } else { -rate };
            let fraction = match rounds_up {
                true => rate.ceil().into_rational() - rate,
                false => &rate - rate.floor().into_rational(),
            };
            sum.push((limit.reason, &fraction * &limit.scale));
            let sign = if side == Side::Lower { Rational::ONE } else { Rational::MINUS_ONE };
            form.add_scaled(&(&fraction * &sign), &self.meaning_of(variable));
            form.add_constant(&-(&fraction * &sign * &limit.value.value));
        }
        // An equation that does not round is a contradiction, and none that does is a cut.
        if self.facts.is_equation(&sum) {
            return None;
        }
        let constraint = Constraint::non_negative(form).rounded();
        let is_small = |(_, coefficient): &(Variable, Rational)| {
            coefficient.to_i64().is_some_and(|it| it.abs() <= CUT_COEFFICIENT)
        };
        let terms = constraint.form.terms();
        let is_useful =
            !terms.is_empty() && terms.len() <= CUT_LENGTH && terms.iter().all(is_small);
        is_useful.then_some(Cut { sum, constraint })
    }

    /// Puts a cut into force. Was it new?
    pub(super) fn add_cut(&mut self, cut: Cut) -> Result<bool, Conflict> {
        let rows = self.row_count();
        let normal = self.normalise(&cut.constraint);
        let (Some(variable), Meaning::Bound { side, value, .. }) =
            (normal.variable, normal.meaning)
        else {
            return Ok(false);
        };
        if self.row_count() > rows {
            self.cuts.push(variable);
        }
        if self.is_known(variable, side, &value) || self.facts.is_equation(&cut.sum) {
            return Ok(false);
        }
        let fact = self.facts.add(cut.sum, true);
        self.restrict(variable, side, value, fact, Rational::ONE)?;
        Ok(true)
    }

    /// How many variables, row variables included, are in use.
    pub(super) fn row_count(&self) -> usize {
        self.simplex.variable_count() - self.simplex.vacancies()
    }

    /// What a variable is in terms of the driver's variables.
    pub(super) fn meaning_of(&self, variable: Variable) -> LinearForm {
        match self.simplex.definition(variable) {
            Some(definition) => definition.clone(),
            None => LinearForm::variable(variable),
        }
    }

    /// `multiplier` times the bounds that fix a variable, as far as they keep it from below (or,
    /// for a negative multiplier, from above).
    pub(super) fn fixing(
        &self,
        variable: Variable,
        multiplier: &Rational,
    ) -> Option<(ConstraintTag, Rational)> {
        let limit = self.simplex.limit(variable, Side::Lower.scaled_by(multiplier))?;
        Some((limit.reason, multiplier.abs() * &limit.scale))
    }
}
