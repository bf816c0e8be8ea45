//! Equality of arrays that were written at what depends on open variables.
//!
//! Two arrays are equal if they read alike at every index that either was written at, and if what they
//! were before differs at no other index. So the indices at which that differs must be finitely many,
//! no more than were written at, and each must be one of them.

use std::collections::BTreeSet;

use buttress_numeric::Rational;

use super::{EvaluationFailure, Evaluator, Kind, OpenValue, Value};

impl Evaluator<'_> {
    pub(super) fn are_equal_arrays(
        &mut self,
        left: &OpenValue,
        right: &OpenValue,
    ) -> Result<bool, EvaluationFailure> {
        let mut indices: Vec<OpenValue> = Vec::new();
        let mut bases = Vec::new();
        for side in [left, right] {
            match side {
                OpenValue::Written(written) => {
                    indices.extend(written.writes.iter().map(|(index, _)| index.clone()));
                    bases.push(written.base.clone());
                }
                other => bases.push(other.clone()),
            }
        }
        for index in &indices {
            self.step()?;
            let (one, other) = (self.read(left, index)?, self.read(right, index)?);
            if !self.deeper(|own| own.is_equal(&one, &other))? {
                return Ok(false);
            }
        }
        let [OpenValue::Value(one), OpenValue::Value(other)] = bases[..] else {
            return if bases[0] == bases[1] {
                Ok(true)
            } else {
                Err(EvaluationFailure::Quantifier)
            };
        };
        let Some(different) = self.differences(one, other, indices.len())? else {
            return Ok(false);
        };
        for place in different {
            let mut is_written = false;
            for index in &indices {
                is_written = is_written || self.is_equal(index, &OpenValue::Value(place))?;
            }
            if !is_written {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The indices at which two arrays differ; nothing if there are more than `most`.
    fn differences(
        &mut self,
        one: Value,
        other: Value,
        most: usize,
    ) -> Result<Option<Vec<Value>>, EvaluationFailure> {
        if one == other {
            return Ok(Some(Vec::new()));
        }
        let (left, right) = (self.values.kind(one).clone(), self.values.kind(other).clone());
        let mut different = Vec::new();
        match (left, right) {
            (Kind::Steps(_, first, steps), Kind::Steps(_, second, others)) => {
                if first != second {
                    return Ok(None);
                }
                let places = steps.iter().chain(others.iter()).map(|(place, _)| place);
                let places: BTreeSet<&Rational> = places.collect();
                let mut ends = places.iter().skip(1);
                for place in &places {
                    // From here up to the next place both are constant.
                    let end = ends.next();
                    let mut index = (*place).clone();
                    loop {
                        let at = self.values.number(index.clone());
                        if self.values.read(one, at) == self.values.read(other, at) {
                            break;
                        }
                        different.push(at);
                        if different.len() > most {
                            return Ok(None);
                        }
                        index += &Rational::ONE;
                        if end.is_some_and(|end| index >= **end) {
                            break;
                        }
                    }
                }
            }
            (Kind::Table(sort, default, pairs), Kind::Table(_, second, others)) => {
                let (index, _) =
                    self.terms.array_parts(sort).ok_or(EvaluationFailure::IllSorted)?;
                let indices: BTreeSet<Value> = if default == second {
                    pairs.iter().chain(others.iter()).map(|(index, _)| *index).collect()
                } else {
                    // They differ wherever neither has an exception: nearly everywhere, or else the
                    // indices are not many more than the exceptions and what was written at.
                    let known = pairs.len() + others.len() + most;
                    match self.indices(index, known)? {
                        Some(indices) => indices.iter().copied().collect(),
                        None => return Ok(None),
                    }
                };
                let differs =
                    |at: &Value| self.values.read(one, *at) != self.values.read(other, *at);
                different.extend(indices.into_iter().filter(differs));
                if different.len() > most {
                    return Ok(None);
                }
            }
            _ => return Err(EvaluationFailure::IllSorted),
        }
        Ok(Some(different))
    }
}
