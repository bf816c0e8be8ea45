//! Comparisons: where their truth changes.

use buttress_numeric::Rational;

use super::super::error::EvaluateError;
use super::super::shape::{LinearForms, Place, Relation, Shape, cuts};
use super::{Analysis, Shapes};
use crate::{Sort, Term};

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
            (Shape::Written, _) | (_, Shape::Written) if relation == Relation::Equal => {
                self.compare_arrays(left, right, shapes)
            }
            (Shape::Linear(_), _) | (_, Shape::Linear(_)) => {
                let (left, right) =
                    (self.linear_forms(left, shapes)?, self.linear_forms(right, shapes)?);
                self.compare_forms(&left, &right, relation)
            }
            _ => Err(self.refusal()),
        }
    }

    /// Notes where the truth of a comparison changes, whichever of their forms the terms are.
    pub(super) fn compare_forms(
        &mut self,
        left: &LinearForms,
        right: &LinearForms,
        relation: Relation,
    ) -> Result<(), EvaluateError> {
        let forms = left.plus(&right.scaled(&Rational::MINUS_ONE)).ok_or(self.refusal())?;
        self.note_forms(&forms, relation)
    }

    /// Notes where the truth of a comparison of one of these forms with 0 changes.
    pub(super) fn note_forms(
        &mut self,
        forms: &LinearForms,
        relation: Relation,
    ) -> Result<(), EvaluateError> {
        for (factors, rests) in forms.iter() {
            let factors: Vec<(Place, &Rational)> =
                factors.iter().map(|(place, factor)| (*place, factor)).collect();
            match factors.as_slice() {
                [] => {}
                [(place, factor)] => {
                    let variable = &mut self.dependence.variables[*place];
                    for rest in rests {
                        variable.cuts.extend(cuts(variable.sort, factor, rest, relation));
                    }
                }
                [(x, factor), (y, other)] if (*factor + *other).is_zero() => {
                    let sort = self.dependence.variables[*x].sort;
                    if self.dependence.variables[*y].sort != sort {
                        return Err(self.refusal());
                    }
                    for rest in rests {
                        // x − y compared with −r/c; with the integer below if that is none, since
                        // whether x − y is above, at or below that integer tells the rest.
                        let Some(offset) = (-rest).checked_div(factor) else { continue };
                        let is_integer = sort == Sort::INT;
                        let offset =
                            if is_integer { offset.floor().into_rational() } else { offset };
                        self.note_offset(*x, *y, offset);
                    }
                }
                _ => return Err(self.refusal()),
            }
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
}
