//! The value of a lambda: its body, evaluated once for each region of its variable.

use std::collections::HashMap;

use buttress_numeric::Rational;

use super::analysis::{Domain, Reach};
use super::error::EvaluateError;
use super::evaluator::Evaluator;
use crate::limits::QUANTIFIER_DEPTH;
use crate::{Bound, Op, Sort, Term, Value};

/// What an array reads before its first step, and from each step on.
type Steps = (Value, Vec<(Rational, Value)>);

impl Evaluator<'_> {
    /// The array that a lambda stands for.
    pub(super) fn lambda(
        &mut self,
        lambda: Term,
        bounds: &HashMap<Bound, Value>,
    ) -> Result<Value, EvaluateError> {
        let sort = self.terms.sort_of(lambda);
        if let Some((first, steps)) = self.chain(lambda, bounds)? {
            return Ok(self.model.values.intervals(sort, first, steps));
        }
        let refusal = EvaluateError::Quantifier(lambda);
        let (mut quantified, mut body) = self.prepare(lambda, bounds)?;
        self.nesting += 1;
        let (place, domain, standing) = quantified.index(self)?;
        let root = self.terms.argument(lambda, 0);
        let mut readings = Vec::with_capacity(standing.len());
        for index in standing.iter() {
            self.effort.spend(1)?;
            body.assign(place, Some(*index));
            let reading = quantified.value(self, &mut body, root)?.ok_or(refusal)?;
            readings.push((*index, reading));
        }
        self.nesting -= 1;
        if domain == Domain::Integers {
            // Every value tried is the first of its region but the least, which has none before.
            let number = |value: Value| self.model.values.as_number(value).cloned().ok_or(refusal);
            let numbered: Result<Vec<(Rational, Value)>, EvaluateError> =
                readings.iter().map(|(at, reading)| Ok((number(*at)?, *reading))).collect();
            let mut steps = numbered?;
            steps.sort_unstable();
            let first = steps.first().ok_or(refusal)?.1;
            return Ok(self.model.values.intervals(sort, first, steps));
        }
        // Elsewhere the array must read one value, but for finitely many indices.
        let is_default =
            |at: Value| domain == Domain::Finite || !quantified.is_point(self, place, at);
        let (others, points): (Vec<_>, Vec<_>) =
            readings.iter().copied().partition(|(at, _)| is_default(*at));
        let default = others.first().ok_or(refusal)?.1;
        if domain != Domain::Finite && others.iter().any(|(_, reading)| *reading != default) {
            return Err(refusal);
        }
        let mut array = self.model.values.constant_array(sort, default);
        let stores = if domain == Domain::Finite { others } else { points };
        for (index, reading) in stores {
            let stored = self.model.values.store(self.terms, array, index, reading);
            array = stored.ok_or(refusal)?;
        }
        Ok(array)
    }

    /// The steps of a lambda that is written as models write it: a chain of `(ite (< i 3) 0 …)` with
    /// rising numbers, the last first. Regions would take time quadratic in its length.
    fn chain(
        &mut self,
        lambda: Term,
        bounds: &HashMap<Bound, Value>,
    ) -> Result<Option<Steps>, EvaluateError> {
        let terms = self.terms;
        let Op::Lambda(binder) = terms.op(lambda) else { return Ok(None) };
        let [variable] = terms.binder(binder) else { return Ok(None) };
        if terms.bound_sort(*variable) != Sort::INT {
            return Ok(None);
        }
        let Some(reach) = Reach::of_body(terms, terms.argument(lambda, 0), &[*variable]) else {
            return Ok(None);
        };
        let mut readings: Vec<Term> = Vec::new();
        let mut places: Vec<Rational> = Vec::new();
        let mut rest = terms.argument(lambda, 0);
        while let (Op::Ite, [condition, then, otherwise]) = (terms.op(rest), terms.arguments(rest))
            && let (Op::Less, [left, right]) = (terms.op(*condition), terms.arguments(*condition))
            && terms.op(*left) == Op::Bound(*variable)
            && let Some(place) = terms.as_number(*right)
            && places.last().is_none_or(|last| last < place)
        {
            places.push(place.clone());
            readings.push(*then);
            rest = *otherwise;
        }
        readings.push(rest);
        if readings.iter().any(|reading| reach.is_dependent(*reading)) {
            return Ok(None);
        }
        if self.nesting == QUANTIFIER_DEPTH {
            return Err(EvaluateError::Quantifier(lambda));
        }
        self.nesting += 1;
        let mut values = Vec::with_capacity(readings.len());
        let mut known: HashMap<Term, Value> = HashMap::new();
        for reading in readings {
            let value = match known.get(&reading) {
                Some(value) => *value,
                None => self.value_under(reading, bounds)?,
            };
            known.insert(reading, value);
            values.push(value);
        }
        self.nesting -= 1;
        let first = values[0];
        let steps = places.into_iter().zip(values.into_iter().skip(1)).collect();
        Ok(Some((first, steps)))
    }
}
