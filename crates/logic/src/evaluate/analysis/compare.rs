//! Comparisons and readings: where their values change.

use std::collections::BTreeSet;

use buttress_numeric::Rational;

use super::super::EvaluateError;
use super::super::shape::{Linear, Place, Relation, Shape, cuts};
use super::{Analysis, Shapes};
use crate::{Op, Sort, Term, Value};

impl Analysis<'_, '_> {
    /// Notes where the truth of a comparison changes.
    pub(super) fn compare(
        &mut self,
        (left, right): (Term, Term),
        relation: Relation,
        shapes: &Shapes,
    ) -> Result<(), EvaluateError> {
        match (&shapes[&left], &shapes[&right]) {
            (left, right) if left.is_steady() && right.is_steady() => Ok(()),
            (Shape::Variable(x), Shape::Variable(y)) => {
                let (x, y) = (*x, *y);
                self.note_offset(x, y, Rational::ZERO);
                Ok(())
            }
            (Shape::Variable(place), other) if other.is_steady() => {
                let (place, values) = (*place, self.possible(right, shapes)?);
                self.dependence.variables[place].points.extend(values);
                Ok(())
            }
            (other, Shape::Variable(place)) if other.is_steady() => {
                let (place, values) = (*place, self.possible(left, shapes)?);
                self.dependence.variables[place].points.extend(values);
                Ok(())
            }
            (Shape::Linear(_), _) | (_, Shape::Linear(_)) => {
                let left = self.linear(left, shapes)?;
                let right = self.linear(right, shapes)?.scaled(&Rational::MINUS_ONE);
                let form = left.plus(&right).ok_or(self.refusal())?;
                self.note_form(&form, relation)
            }
            _ => Err(self.refusal()),
        }
    }

    /// Notes where the truth of a comparison of a form with 0 changes.
    pub(super) fn note_form(
        &mut self,
        form: &Linear,
        relation: Relation,
    ) -> Result<(), EvaluateError> {
        let factors: Vec<(Place, &Rational)> =
            form.factors.iter().map(|(place, factor)| (*place, factor)).collect();
        match factors.as_slice() {
            [] => {}
            [(place, factor)] => {
                let variable = &mut self.dependence.variables[*place];
                for rest in &form.rests {
                    variable.cuts.extend(cuts(variable.sort, factor, rest, relation));
                }
            }
            [(x, factor), (y, other)] if (*factor + *other).is_zero() => {
                let is_integer = self.dependence.variables[*x].sort == Sort::INT;
                for rest in &form.rests {
                    // x − y compared with −r/c; with the integer below if that is none, since
                    // whether x − y is above, at or below that integer tells the rest.
                    let Some(offset) = (-rest).checked_div(factor) else { continue };
                    let offset = if is_integer { offset.floor().into_rational() } else { offset };
                    self.note_offset(*x, *y, offset);
                }
            }
            _ => return Err(self.refusal()),
        }
        Ok(())
    }

    fn note_offset(&mut self, x: Place, y: Place, offset: Rational) {
        if x != y {
            let offsets = &mut self.dependence.offsets;
            offsets.entry((y, x)).or_default().insert(-&offset);
            offsets.entry((x, y)).or_default().insert(offset);
        }
    }

    /// Notes where a reading changes. Array and index are not both steady.
    pub(super) fn read(
        &mut self,
        array: Term,
        index: Term,
        shapes: &Shapes,
    ) -> Result<Shape, EvaluateError> {
        let terms = self.evaluator.terms;
        if matches!(shapes[&index], Shape::Written) {
            return Err(self.refusal());
        }
        let mut stack = vec![array];
        let mut seen = BTreeSet::new();
        while let Some(array) = stack.pop() {
            if !seen.insert(array) {
                continue;
            }
            match &shapes[&array] {
                shape if shape.is_steady() => {
                    if !shapes[&index].is_steady() {
                        for value in self.possible(array, shapes)? {
                            self.note_reading(value, &shapes[&index])?;
                        }
                    }
                }
                Shape::Written => match (terms.op(array), terms.arguments(array)) {
                    (Op::Store, [before, at, _]) => {
                        self.compare((*at, index), Relation::Equal, shapes)?;
                        stack.push(*before);
                    }
                    (Op::Ite, [_, then, otherwise]) => stack.extend([*then, *otherwise]),
                    _ => return Err(self.refusal()),
                },
                _ => return Err(self.refusal()),
            }
        }
        Ok(Shape::Steady)
    }

    /// Notes where the reading of one array changes.
    fn note_reading(&mut self, array: Value, index: &Shape) -> Result<(), EvaluateError> {
        let values = &self.evaluator.model.values;
        match index {
            Shape::Linear(form) => {
                let changes: Vec<(Rational, Relation)> = match values.steps(array) {
                    // The readings change between p − 1 and p: where p ≤ index, −index + p ≤ 0.
                    Some((_, steps)) => {
                        steps.into_iter().map(|step| (step.0, Relation::LessEqual)).collect()
                    }
                    None => {
                        let pairs = values.pairs(array).into_iter();
                        let places = pairs.filter_map(|(at, _)| values.as_number(at).cloned());
                        places.map(|place| (place, Relation::Equal)).collect()
                    }
                };
                let [(place, factor)] = form.factors.iter().collect::<Vec<_>>()[..] else {
                    return Err(self.refusal());
                };
                let variable = &mut self.dependence.variables[*place];
                for (change, relation) in changes {
                    for rest in &form.rests {
                        let rest = &change - rest;
                        variable.cuts.extend(cuts(variable.sort, &-factor, &rest, relation));
                    }
                }
            }
            Shape::Variable(place) => {
                let points = values.pairs(array).into_iter().map(|pair| pair.0);
                self.dependence.variables[*place].points.extend(points);
            }
            _ => {}
        }
        Ok(())
    }
}
