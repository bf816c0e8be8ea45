//! Cells: for which values of the open variables an evaluation goes the same way.
//!
//! Each open variable has a *sample*, at which the evaluation looks, and a *cell*: bounds that are
//! linear forms in the variables opened before it, and, for integers, a modulus. A value is in the
//! cell if it is within the bounds and congruent to the sample. Whatever the evaluation asks about a
//! form is true or false of the samples; [`Cells::narrow`] makes the cells so small that the answer
//! is the same for all values in them. The last variable of the form takes the bound. Which of two
//! bounds of a variable is tighter is a question about earlier variables, and narrows their cells in
//! turn.

use buttress_numeric::{Integer, Rational};

use super::failure::EvaluationFailure;
use super::form::Form;
use super::open_value::OpenValue;

/// What a form is, compared with 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    Zero,
    Negative,
    NotPositive,
}

/// A bound of a variable. One that is strict is not in the cell; bounds of integers never are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limit {
    pub form: Form,
    pub is_strict: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Domain {
    Integers,
    Reals,
    /// Infinitely many values of another sort: the sample is none that is ever mentioned.
    Others,
}

/// The cell of one variable.
#[derive(Clone, Debug)]
pub struct Cell {
    pub domain: Domain,
    pub sample: Rational,
    pub lower: Option<Limit>,
    pub upper: Option<Limit>,
    pub modulus: Integer,
    /// Is it one point because something could not be told of more?
    pub is_pinned: bool,
    /// The values that a variable of another sort was compared with.
    pub points: Vec<OpenValue>,
}

impl Cell {
    pub fn new(domain: Domain, sample: Rational) -> Cell {
        let (lower, upper, modulus) = (None, None, Integer::ONE);
        Cell { domain, sample, lower, upper, modulus, is_pinned: false, points: Vec::new() }
    }
}

/// The cells of the open variables, each after those that it may depend on.
#[derive(Default, Debug)]
pub struct Cells {
    pub open: Vec<Cell>,
}

impl Cells {
    pub fn value(&self, form: &Form) -> Rational {
        form.value(|level| &self.open[level].sample)
    }

    /// Keeps to values for which the form has this relation to 0, as it has for the samples.
    pub fn narrow(&mut self, form: &Form, relation: Relation) {
        let Some((level, factor)) = form.parts.last().cloned() else { return };
        let Some(inverse) = factor.recip() else { return };
        let mut rest = form.clone();
        rest.parts.pop();
        let bound = rest.times(&-&inverse);
        let (is_upper, is_both) = (factor.is_positive(), relation == Relation::Zero);
        let is_strict = relation == Relation::Negative;
        if self.open[level].domain == Domain::Integers {
            let (floor, is_whole) = self.floor(&bound);
            let ceiling =
                if is_whole { floor.clone() } else { floor.plus_constant(&Rational::ONE) };
            let (lower, upper) = if is_strict {
                (floor.plus_constant(&Rational::ONE), ceiling.plus_constant(&-&Rational::ONE))
            } else {
                (ceiling, floor)
            };
            if is_both || !is_upper {
                self.tighten(level, Limit { form: lower, is_strict: false }, false);
            }
            if is_both || is_upper {
                self.tighten(level, Limit { form: upper, is_strict: false }, true);
            }
            return;
        }
        if is_both || !is_upper {
            self.tighten(level, Limit { form: bound.clone(), is_strict }, false);
        }
        if is_both || is_upper {
            self.tighten(level, Limit { form: bound, is_strict }, true);
        }
    }

    /// The tighter of two bounds stays.
    fn tighten(&mut self, level: usize, new: Limit, is_upper: bool) {
        let cell = &self.open[level];
        let Some(old) = (if is_upper { &cell.upper } else { &cell.lower }).clone() else {
            *self.limit_mut(level, is_upper) = Some(new);
            return;
        };
        // How much looser the old bound is.
        let looser = if is_upper { old.form.minus(&new.form) } else { new.form.minus(&old.form) };
        let gain = self.value(&looser);
        if gain.is_positive() || gain.is_zero() && new.is_strict && !old.is_strict {
            // Needed for soundness: at the same place a bound that is not strict is the looser one.
            let is_looser_there = old.is_strict && !new.is_strict;
            let relation = if is_looser_there { Relation::Negative } else { Relation::NotPositive };
            self.narrow(&looser.times(&-&Rational::ONE), relation);
            *self.limit_mut(level, is_upper) = Some(new);
        } else if new.is_strict && !old.is_strict {
            self.narrow(&looser, Relation::Negative);
        } else {
            self.narrow(&looser, Relation::NotPositive);
        }
    }

    fn limit_mut(&mut self, level: usize, is_upper: bool) -> &mut Option<Limit> {
        let cell = &mut self.open[level];
        if is_upper { &mut cell.upper } else { &mut cell.lower }
    }

    /// The greatest integer up to a form, as a form; and is it the form itself?
    pub fn floor(&mut self, form: &Form) -> (Form, bool) {
        let form = self.without_reals(form);
        for (level, factor) in &form.parts {
            self.keep_residue(*level, &factor.denominator());
        }
        let value = self.value(&form);
        let fraction = &value - value.floor().as_rational();
        (form.plus_constant(&-&fraction), fraction.is_zero())
    }

    /// What an integer form leaves when divided by a modulus.
    pub fn residue(&mut self, form: &Form, modulus: &Integer) -> Integer {
        let form = self.without_reals(form);
        for (level, factor) in &form.parts {
            let period = factor.denominator().into_rational() * modulus.as_rational();
            self.keep_residue(*level, &period.floor());
        }
        let value = self.value(&form).floor();
        value.rem_euclid(modulus).unwrap_or(value)
    }

    /// Keeps to values of an integer variable that are congruent to the sample.
    fn keep_residue(&mut self, level: usize, modulus: &Integer) {
        let cell = &mut self.open[level];
        cell.modulus = cell.modulus.lcm(modulus);
    }

    /// The form with real variables held at their samples.
    fn without_reals(&mut self, form: &Form) -> Form {
        let mut kept = Form::constant(form.constant.clone());
        for (level, factor) in &form.parts {
            if self.open[*level].domain == Domain::Reals {
                self.pin(*level);
                kept.constant.add_product(factor, &self.open[*level].sample);
            } else {
                kept.parts.push((*level, factor.clone()));
            }
        }
        kept
    }

    /// Keeps a number to its sample.
    pub fn pin(&mut self, level: usize) {
        let sample = self.open[level].sample.clone();
        self.open[level].is_pinned = true;
        let form = Form::variable(level).plus_constant(&-&sample);
        self.narrow(&form, Relation::Zero);
    }

    /// Is the form 0? The cells stay on the side where the samples are.
    pub fn is_zero(&mut self, form: &Form) -> bool {
        match self.value(form).signum() {
            0 => self.narrow(form, Relation::Zero),
            sign if sign < 0 => self.narrow(form, Relation::Negative),
            _ => self.narrow(&form.times(&-&Rational::ONE), Relation::Negative),
        }
        self.value(form).is_zero()
    }

    pub fn is_negative(&mut self, form: &Form) -> bool {
        let is_negative = self.value(form).is_negative();
        if is_negative {
            self.narrow(form, Relation::Negative);
        } else {
            self.narrow(&form.times(&-&Rational::ONE), Relation::NotPositive);
        }
        is_negative
    }

    /// Keeps a variable of another sort away from a value; it must not depend on later variables.
    pub fn avoid(&mut self, level: usize, point: OpenValue) -> Result<(), EvaluationFailure> {
        if point.last_level().is_some_and(|last| last >= level) {
            return Err(EvaluationFailure::Quantifier);
        }
        let points = &mut self.open[level].points;
        if !points.contains(&point) {
            points.push(point);
        }
        Ok(())
    }
}
