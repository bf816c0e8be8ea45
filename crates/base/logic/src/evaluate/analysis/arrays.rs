//! Arrays that are written to: where their readings change, and where their equality does.

use std::collections::BTreeSet;

use buttress_numeric::Rational;

use super::super::error::EvaluateError;
use super::super::shape::{LinearForms, Relation, Rests, Shape};
use super::{Analysis, Shapes};
use crate::{Op, Sort, Term, Value, Values};

/// What an array that is written to is made of.
struct Parts {
    /// The arrays before the first write, whose values the type tells.
    bases: Vec<Term>,
    /// The indices that are written, and what is written there.
    writes: Vec<(Term, Term)>,
}

impl Analysis<'_, '_> {
    fn parts(&self, array: Term, shapes: &Shapes) -> Result<Parts, EvaluateError> {
        let terms = self.evaluator.terms;
        let mut parts = Parts { bases: Vec::new(), writes: Vec::new() };
        let mut stack = vec![array];
        let mut seen = BTreeSet::new();
        while let Some(array) = stack.pop() {
            if !seen.insert(array) {
                continue;
            }
            match (&shapes[&array], terms.op(array), terms.arguments(array)) {
                (shape, ..) if shape.is_steady() => parts.bases.push(array),
                (Shape::Written, Op::Store, [before, at, value]) => {
                    parts.writes.push((*at, *value));
                    stack.push(*before);
                }
                (Shape::Written, Op::Ite, [_, then, otherwise]) => {
                    stack.extend([*then, *otherwise]);
                }
                _ => return Err(self.refusal()),
            }
        }
        Ok(parts)
    }

    /// Notes where a reading changes. Array and index are not both steady.
    pub(super) fn read(
        &mut self,
        array: Term,
        index: Term,
        shapes: &Shapes,
    ) -> Result<Shape, EvaluateError> {
        let parts = self.parts(array, shapes)?;
        self.note_parts(&parts, index, shapes)?;
        if parts.writes.iter().all(|(_, value)| shapes[value].is_steady()) {
            return Ok(Shape::Steady);
        }
        Ok(Shape::Linear(self.all_readings(&parts, shapes)?))
    }

    /// Notes what tells which part of an array is read.
    fn note_parts(
        &mut self,
        parts: &Parts,
        index: Term,
        shapes: &Shapes,
    ) -> Result<(), EvaluateError> {
        match &shapes[&index] {
            Shape::Written => return Err(self.refusal()),
            Shape::Fixed(_) | Shape::Steady => {}
            Shape::Linear(_) | Shape::Variable(_) => {
                for base in &parts.bases {
                    for value in self.possible(*base, shapes)? {
                        self.note_reading(value, &shapes[&index])?;
                    }
                }
            }
        }
        for (at, _) in &parts.writes {
            self.compare((*at, index), Relation::Equal, shapes)?;
        }
        Ok(())
    }

    /// All numbers that an array can read anywhere.
    fn all_readings(
        &mut self,
        parts: &Parts,
        shapes: &Shapes,
    ) -> Result<LinearForms, EvaluateError> {
        let mut found = LinearForms::default();
        for base in &parts.bases {
            let values = self.readings(*base, shapes)?;
            found = found.or(&self.numbers(&values)?).ok_or(self.refusal())?;
        }
        for (_, value) in &parts.writes {
            found = found.or(&self.linear_forms(*value, shapes)?).ok_or(self.refusal())?;
        }
        Ok(found)
    }

    /// Notes where the reading of one array changes.
    fn note_reading(&mut self, array: Value, index: &Shape) -> Result<(), EvaluateError> {
        let values = &self.evaluator.model.values;
        match index {
            Shape::Linear(forms) => {
                let (changes, relation): (Rests, Relation) = match values.steps(array) {
                    // The readings change between p − 1 and p: where p ≤ index, −index + p ≤ 0.
                    Some((_, steps)) => {
                        let steps = steps.into_iter().map(|step| step.0);
                        let steps = steps.filter(|step| self.is_in_range(forms, step));
                        (steps.collect(), Relation::LessEqual)
                    }
                    None => {
                        let pairs = values.pairs(array).into_iter();
                        let places = pairs.filter_map(|(at, _)| values.as_number(at).cloned());
                        (places.collect(), Relation::Equal)
                    }
                };
                for change in changes {
                    let change = LinearForms::constant(Rests::from([change]));
                    self.compare_forms(&change, forms, relation)?;
                }
            }
            Shape::Variable(place) => {
                let points = values.pairs(array).into_iter().map(|pair| pair.0);
                self.dependence.variables[*place].points.extend(points);
            }
            Shape::Fixed(_) | Shape::Steady | Shape::Written => {}
        }
        Ok(())
    }

    /// Notes where the truth of an equality of arrays over the integers changes.
    ///
    /// Let W be the indices that are written on either side, and D those at which the arrays before
    /// all writes differ. The arrays are equal if each element of D is in W and they read the same
    /// at each element of W. If D has more elements than W has terms, they are never equal;
    /// otherwise the type tells what is in W as soon as the terms of W are compared with D.
    pub(super) fn compare_arrays(
        &mut self,
        left: Term,
        right: Term,
        shapes: &Shapes,
    ) -> Result<(), EvaluateError> {
        let terms = self.evaluator.terms;
        let index_sort = terms.array_parts(terms.sort_of(left)).map(|parts| parts.0);
        if index_sort != Some(Sort::INT) {
            return Err(self.refusal());
        }
        let (one, other) = (self.parts(left, shapes)?, self.parts(right, shapes)?);
        let written = one.writes.iter().chain(&other.writes);
        let written: BTreeSet<Term> = written.map(|write| write.0).collect();
        for at in &written {
            self.note_parts(&one, *at, shapes)?;
            self.note_parts(&other, *at, shapes)?;
        }
        let mut values = one.writes.iter().chain(&other.writes).map(|write| write.1);
        if !values.all(|value| shapes[&value].is_steady()) {
            let left = self.all_readings(&one, shapes)?;
            let right = self.all_readings(&other, shapes)?;
            self.compare_forms(&left, &right, Relation::Equal)?;
        }
        let (mut lefts, mut rights) = (BTreeSet::new(), BTreeSet::new());
        for base in &one.bases {
            lefts.extend(self.possible(*base, shapes)?);
        }
        for base in &other.bases {
            rights.extend(self.possible(*base, shapes)?);
        }
        let mut different = Rests::new();
        for left in &lefts {
            for right in &rights {
                self.evaluator.effort.spend(1)?;
                let values = &self.evaluator.model.values;
                let found = differences(values, (*left, *right), written.len());
                different.extend(found.ok_or(self.refusal())?);
            }
        }
        if different.is_empty() {
            return Ok(());
        }
        let different = LinearForms::constant(different);
        for at in &written {
            if let Shape::Linear(index) = &shapes[at] {
                self.compare_forms(index, &different, Relation::Equal)?;
            }
        }
        Ok(())
    }
}

/// The integers at which two arrays over them read differently; none if there are more than `most`.
/// `None` of values that are no such arrays.
fn differences(values: &Values, arrays: (Value, Value), most: usize) -> Option<Vec<Rational>> {
    let (mut left, left_steps) = values.steps(arrays.0)?;
    let (mut right, right_steps) = values.steps(arrays.1)?;
    if left != right {
        return Some(Vec::new());
    }
    let mut changes: Vec<(Rational, Option<Value>, Option<Value>)> = Vec::new();
    changes.extend(left_steps.into_iter().map(|(place, value)| (place, Some(value), None)));
    changes.extend(right_steps.into_iter().map(|(place, value)| (place, None, Some(value))));
    changes.sort_unstable();
    let mut found = Vec::new();
    // Where the interval in which they differ begins.
    let mut index: Option<Rational> = None;
    for (place, left_value, right_value) in changes {
        while let Some(at) = index.take().filter(|at| *at < place) {
            if found.len() == most {
                return Some(Vec::new());
            }
            index = Some(&at + &Rational::ONE);
            found.push(at);
        }
        left = left_value.unwrap_or(left);
        right = right_value.unwrap_or(right);
        index = (left != right).then_some(place);
    }
    Some(if index.is_some() { Vec::new() } else { found })
}
