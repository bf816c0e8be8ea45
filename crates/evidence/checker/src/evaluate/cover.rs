//! Quantified formulas: samples whose cells cover all values of a variable.

use buttress_logic::{Bound, Op, Sort, Symbol, Term};
use buttress_numeric::{Integer, Rational};

use super::cell::{Cell, Domain, Limit, Relation};
use super::form::Form;
use super::{Evaluated, EvaluationFailure, Evaluator, OpenValue, Value};
use crate::limits::{MOST_CLASSES, MOST_LONELY};

/// Values of a variable that no cell covers yet.
#[derive(Clone, Debug)]
struct Gap {
    lower: Option<Limit>,
    upper: Option<Limit>,
    modulus: Integer,
    residue: Integer,
}

/// What was found in one cell.
pub(super) struct Piece {
    pub cell: Cell,
    pub found: OpenValue,
}

impl Evaluator<'_> {
    /// The truth of a quantified formula.
    pub(super) fn quantified(&mut self, formula: Term) -> Evaluated {
        let (binder, is_forall) = match self.terms.op(formula) {
            Op::Forall(binder) => (binder, true),
            Op::Exists(binder) => (binder, false),
            _ => return Err(EvaluationFailure::IllSorted),
        };
        let deciding = OpenValue::Value(Value::from(!is_forall));
        let bounds = self.terms.binder(binder).to_vec();
        let body = self.terms.argument(formula, 0);
        // What the model offers to try: if it decides, nothing else matters.
        let mut offered = Vec::new();
        for (place, bound) in bounds.iter().enumerate() {
            let symbol = Symbol::Choice(binder, place as u32);
            if self.definitions.contains_key(&symbol)
                && let Ok(sym) = self.call(symbol, Vec::new())
            {
                offered.push((*bound, sym));
            }
        }
        if offered.len() == bounds.len() {
            let found = self.within(offered, |own| own.evaluate(body));
            match found {
                Ok(sym) if sym == deciding => return Ok(sym),
                Err(failure) if failure.is_final() => return Err(failure),
                _ => {}
            }
        }
        self.over(&bounds, body, &deciding)
    }

    /// The truth of ∀x̄. F or ∃x̄. F, whichever a body of this value decides.
    fn over(&mut self, bounds: &[Bound], body: Term, deciding: &OpenValue) -> Evaluated {
        let Some((bound, rest)) = bounds.split_first() else { return self.evaluate(body) };
        // A variable that the body does not mention does not matter: every sort has a value.
        if !self.free_of(body).contains(bound) {
            return self.deeper(|own| own.over(rest, body, deciding));
        }
        let mut failure = None;
        let mut is_decided = false;
        self.cover(*bound, |own| {
            let outcome = own.deeper(|own| own.over(rest, body, deciding));
            match &outcome {
                Ok(sym) if sym == deciding => is_decided = true,
                Err(found) if found.is_final() => return Err(*found),
                Err(found) => failure = Some(*found),
                Ok(_) => {}
            }
            Ok((outcome.unwrap_or(OpenValue::Value(Value::FALSE)), is_decided))
        })?;
        match failure {
            _ if is_decided => Ok(deciding.clone()),
            Some(failure) => Err(failure),
            None => Ok(OpenValue::Value(Value::from(*deciding == OpenValue::Value(Value::FALSE)))),
        }
    }

    /// Calls `find` with samples of a variable whose cells cover all its values, or until it says
    /// that no more is needed. The pieces are those of numbers.
    pub(super) fn cover(
        &mut self,
        bound: Bound,
        mut find: impl FnMut(&mut Self) -> Result<(OpenValue, bool), EvaluationFailure>,
    ) -> Result<Vec<Piece>, EvaluationFailure> {
        let sort = self.terms.bound_sort(bound);
        let domain = match sort {
            Sort::INT => Domain::Integers,
            Sort::REAL => Domain::Reals,
            _ => {
                self.cover_others(bound, sort, find)?;
                return Ok(Vec::new());
            }
        };
        let mut pieces = Vec::new();
        let whole = Gap { lower: None, upper: None, modulus: Integer::ONE, residue: Integer::ZERO };
        let mut gaps = vec![whole];
        let mut lonely = 0;
        while let Some(gap) = gaps.pop() {
            self.step()?;
            let Some(sample) = self.sample(&gap, domain) else { continue };
            let level = self.cells.open.len();
            let value = self.cells.value(&sample);
            self.cells.open.push(Cell::new(domain, value));
            let sym = OpenValue::Form(std::rc::Rc::new(Form::variable(level)));
            let found = self.within([(bound, sym)], |own| find(own));
            let cell = self.cells.open.pop();
            self.cells.open.truncate(level);
            let (found, is_enough) = found?;
            let Some(cell) = cell else { return Err(EvaluationFailure::Quantifier) };
            if is_enough {
                self.stay(&sample, &cell);
                return Ok(pieces);
            }
            // Points do not cover what is infinite.
            lonely += usize::from(cell.is_pinned && (gap.lower.is_none() || gap.upper.is_none()));
            if lonely > MOST_LONELY {
                return Err(EvaluationFailure::Quantifier);
            }
            self.leave(&gap, &cell, &mut gaps)?;
            pieces.push(Piece { cell, found });
        }
        Ok(pieces)
    }

    /// A point of a gap; none if it is empty. Which of the two is so narrows the earlier cells.
    fn sample(&mut self, gap: &Gap, domain: Domain) -> Option<Form> {
        let one = Rational::ONE;
        if domain == Domain::Integers {
            let sample = match (&gap.lower, &gap.upper) {
                (Some(lower), _) => {
                    let residue = self.cells.residue(&lower.form, &gap.modulus);
                    lower.form.plus_constant(&up_to(&gap.residue, &residue, &gap.modulus))
                }
                (None, Some(upper)) => {
                    let residue = self.cells.residue(&upper.form, &gap.modulus);
                    let back = up_to(&residue, &gap.residue, &gap.modulus);
                    upper.form.plus_constant(&-&back)
                }
                (None, None) => Form::constant(gap.residue.as_rational().clone()),
            };
            if let (Some(_), Some(upper)) = (&gap.lower, &gap.upper) {
                let beyond = upper.form.minus(&sample);
                if self.cells.is_negative(&beyond) {
                    return None;
                }
            }
            return Some(sample);
        }
        match (&gap.lower, &gap.upper) {
            (None, None) => Some(Form::constant(Rational::ZERO)),
            (Some(lower), None) if lower.is_strict => Some(lower.form.plus_constant(&one)),
            (Some(lower), None) => Some(lower.form.clone()),
            (None, Some(upper)) if upper.is_strict => Some(upper.form.plus_constant(&-&one)),
            (None, Some(upper)) => Some(upper.form.clone()),
            (Some(lower), Some(upper)) => {
                let width = upper.form.minus(&lower.form);
                let is_point = !lower.is_strict && !upper.is_strict;
                match self.cells.value(&width).signum() {
                    0 if is_point => {
                        self.cells.narrow(&width, Relation::Zero);
                        Some(lower.form.clone())
                    }
                    sign if sign > 0 => {
                        let negated = width.times(&-&one);
                        self.cells.narrow(&negated, Relation::Negative);
                        let half = Rational::new(1, 2).unwrap_or(one);
                        Some(lower.form.plus(&half, &width))
                    }
                    _ if is_point => {
                        self.cells.narrow(&width, Relation::Negative);
                        None
                    }
                    _ => {
                        self.cells.narrow(&width, Relation::NotPositive);
                        None
                    }
                }
            }
        }
    }

    /// Keeps to values of the earlier variables for which the sample is in its cell.
    fn stay(&mut self, sample: &Form, cell: &Cell) {
        let limits = [(&cell.lower, true), (&cell.upper, false)];
        for (limit, is_lower) in limits {
            let Some(limit) = limit else { continue };
            let outside =
                if is_lower { limit.form.minus(sample) } else { sample.minus(&limit.form) };
            let relation = if limit.is_strict { Relation::Negative } else { Relation::NotPositive };
            self.cells.narrow(&outside, relation);
        }
        if cell.domain == Domain::Integers {
            self.cells.residue(sample, &cell.modulus);
        }
    }

    /// What a cell leaves of a gap.
    fn leave(
        &mut self,
        gap: &Gap,
        cell: &Cell,
        gaps: &mut Vec<Gap>,
    ) -> Result<(), EvaluationFailure> {
        let mut inside = gap.clone();
        if let Some(limit) = &cell.lower
            && self.is_tighter(limit, gap.lower.as_ref(), false)
        {
            gaps.push(Gap { upper: Some(beside(limit, cell.domain, false)), ..gap.clone() });
            inside.lower = Some(limit.clone());
        }
        if let Some(limit) = &cell.upper
            && self.is_tighter(limit, gap.upper.as_ref(), true)
        {
            gaps.push(Gap { lower: Some(beside(limit, cell.domain, true)), ..gap.clone() });
            inside.upper = Some(limit.clone());
        }
        let modulus = cell.modulus.lcm(&gap.modulus);
        let classes = modulus.div_euclid(&gap.modulus).and_then(|classes| classes.to_i64());
        let classes =
            classes.filter(|classes| *classes <= MOST_CLASSES).ok_or(EvaluationFailure::Limit)?;
        for class in 1..classes {
            // Classes of the gap other than that of the sample.
            let offset = Rational::from(class) * gap.modulus.as_rational() + &cell.sample;
            let residue = offset.floor().rem_euclid(&modulus).ok_or(EvaluationFailure::Limit)?;
            gaps.push(Gap { modulus: modulus.clone(), residue, ..inside.clone() });
        }
        Ok(())
    }

    /// Does a cell's bound leave something of the gap?
    fn is_tighter(&mut self, limit: &Limit, old: Option<&Limit>, is_upper: bool) -> bool {
        let Some(old) = old else { return true };
        let gain = if is_upper { old.form.minus(&limit.form) } else { limit.form.minus(&old.form) };
        let value = self.cells.value(&gain);
        let is_tighter =
            value.is_positive() || value.is_zero() && limit.is_strict && !old.is_strict;
        let loss = gain.times(&-&Rational::ONE);
        if is_tighter {
            let relation = if value.is_positive() { Relation::Negative } else { Relation::Zero };
            self.cells.narrow(&loss, relation);
        } else if limit.is_strict && !old.is_strict {
            self.cells.narrow(&gain, Relation::Negative);
        } else {
            self.cells.narrow(&gain, Relation::NotPositive);
        }
        is_tighter
    }

    /// Every value of a finite sort; of an infinite one any value, and those that it was compared with.
    fn cover_others(
        &mut self,
        bound: Bound,
        sort: Sort,
        mut find: impl FnMut(&mut Self) -> Result<(OpenValue, bool), EvaluationFailure>,
    ) -> Result<(), EvaluationFailure> {
        if let Some(values) = self.all_values(sort)? {
            for value in values.iter() {
                self.step()?;
                if self.within([(bound, OpenValue::Value(*value))], |own| find(own))?.1 {
                    break;
                }
            }
            return Ok(());
        }
        let level = self.cells.open.len();
        self.cells.open.push(Cell::new(Domain::Others, Rational::ZERO));
        let found = self.within([(bound, OpenValue::Any(level))], |own| find(own));
        let cell = self.cells.open.pop();
        self.cells.open.truncate(level);
        if found?.1 {
            return Ok(());
        }
        for point in cell.map(|cell| cell.points).unwrap_or_default() {
            self.step()?;
            if self.within([(bound, point)], |own| find(own))?.1 {
                break;
            }
        }
        Ok(())
    }
}

/// How far it is from a residue up to the next number of another.
fn up_to(to: &Integer, from: &Integer, modulus: &Integer) -> Rational {
    let way = to.as_rational() - from.as_rational();
    way.floor().rem_euclid(modulus).map_or(Rational::ZERO, Integer::into_rational)
}

/// The bound of what lies just outside of a cell.
fn beside(limit: &Limit, domain: Domain, is_above: bool) -> Limit {
    if domain == Domain::Integers {
        let one = if is_above { Rational::ONE } else { -&Rational::ONE };
        return Limit { form: limit.form.plus_constant(&one), is_strict: false };
    }
    Limit { form: limit.form.clone(), is_strict: !limit.is_strict }
}
