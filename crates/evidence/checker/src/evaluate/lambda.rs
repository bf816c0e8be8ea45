//! The array that a lambda stands for: its readings, cell by cell.

use std::collections::BTreeMap;

use buttress_logic::{Bound, Op, Sort, Term};
use buttress_numeric::{Integer, Rational};

use super::cell::Domain;
use super::{Evaluated, EvaluationFailure, Evaluator, OpenValue, Value};

impl Evaluator<'_> {
    pub(super) fn lambda(&mut self, lambda: Term) -> Evaluated {
        let Op::Lambda(binder) = self.terms.op(lambda) else {
            return Err(EvaluationFailure::IllSorted);
        };
        let [variable] = *self.terms.binder(binder) else { return Err(EvaluationFailure::Arity) };
        let body = self.terms.argument(lambda, 0);
        let sort = self.terms.sort_of(lambda);
        // Variables around it are held at their samples: arrays do not depend on them.
        let mut around = Vec::new();
        for bound in self.free_of(lambda).iter() {
            let (_, sym) = self.bound.get(bound).ok_or(EvaluationFailure::Unbound)?.clone();
            around.push((*bound, OpenValue::Value(self.force(&sym)?)));
        }
        let array = self.within(around, |own| own.readings(sort, variable, body))?;
        Ok(OpenValue::Value(array))
    }

    fn readings(
        &mut self,
        sort: Sort,
        variable: Bound,
        body: Term,
    ) -> Result<Value, EvaluationFailure> {
        let index = self.terms.bound_sort(variable);
        if index == Sort::INT
            && let Some(array) = self.chain(sort, variable, body)?
        {
            return Ok(array);
        }
        if !index.is_arithmetic() {
            return self.table_of(sort, variable, body);
        }
        let pieces = self.cover(variable, |own| {
            let found = own.evaluate(body)?;
            Ok((OpenValue::Value(own.force(&found)?), false))
        })?;
        let mut readings = Vec::new();
        for piece in pieces {
            let reading = piece.found.as_value().ok_or(EvaluationFailure::Quantifier)?;
            if piece.cell.modulus != Integer::ONE {
                return Err(EvaluationFailure::Quantifier);
            }
            let limit = |limit: Option<super::cell::Limit>| limit.map(|limit| limit.form.constant);
            let is_point = piece.cell.lower.is_some() && piece.cell.lower == piece.cell.upper;
            debug_assert!(piece.cell.domain != Domain::Others, "these are numbers");
            readings.push((limit(piece.cell.lower), is_point, reading));
        }
        if index == Sort::INT {
            readings.sort_unstable_by(|left, right| left.0.cmp(&right.0));
            let mut steps = Vec::new();
            let mut first = None;
            for (from, _, reading) in readings {
                match from {
                    None => first = Some(reading),
                    Some(from) => steps.push((from, reading)),
                }
            }
            return Ok(self.values.steps(sort, first.ok_or(EvaluationFailure::Quantifier)?, steps));
        }
        // Over the reals it must read one value, but for finitely many points.
        let mut default = None;
        let mut exceptions = BTreeMap::new();
        for (at, is_point, reading) in readings {
            match at.filter(|_| is_point) {
                Some(point) => {
                    exceptions.insert(self.values.number(point), reading);
                }
                None if default.is_some_and(|default| default != reading) => {
                    return Err(EvaluationFailure::Quantifier);
                }
                None => default = Some(reading),
            }
        }
        self.table(sort, default.ok_or(EvaluationFailure::Quantifier)?, exceptions)
    }

    /// Over other sorts: all indices, or any index and those that it is compared with.
    fn table_of(
        &mut self,
        sort: Sort,
        variable: Bound,
        body: Term,
    ) -> Result<Value, EvaluationFailure> {
        let mut default = None;
        let mut exceptions = BTreeMap::new();
        self.cover(variable, |own| {
            let found = own.evaluate(body)?;
            let reading = own.force(&found)?;
            let (_, index) = own.bound.get(&variable).ok_or(EvaluationFailure::Unbound)?.clone();
            match index {
                OpenValue::Any(_) => default = Some(reading),
                index => {
                    let index = own.force(&index)?;
                    exceptions.insert(index, reading);
                }
            }
            Ok((OpenValue::Value(reading), false))
        })?;
        // Without a default all indices are listed.
        let default = default.or_else(|| exceptions.values().next().copied());
        self.table(sort, default.ok_or(EvaluationFailure::Quantifier)?, exceptions)
    }

    /// A lambda as models write it: `(ite (< i 3) s (ite (< i 5) t …))` with rising numbers, where s, t, …
    /// do not mention i. From the number of one condition up to the next, all conditions before fail
    /// and the next holds.
    fn chain(
        &mut self,
        sort: Sort,
        variable: Bound,
        body: Term,
    ) -> Result<Option<Value>, EvaluationFailure> {
        let mut places: Vec<Rational> = Vec::new();
        let mut readings = Vec::new();
        let mut rest = body;
        while let (Op::Ite, &[condition, then, otherwise]) =
            (self.terms.op(rest), self.terms.arguments(rest))
            && let (Op::Less, &[left, right]) =
                (self.terms.op(condition), self.terms.arguments(condition))
            && self.terms.op(left) == Op::Bound(variable)
            && let Some(place) = self.terms.as_number(right)
            && places.last().is_none_or(|last| last < place)
        {
            places.push(place.clone());
            readings.push(then);
            rest = otherwise;
        }
        readings.push(rest);
        let mut values = Vec::with_capacity(readings.len());
        for reading in readings {
            if self.free_of(reading).contains(&variable) {
                return Ok(None);
            }
            let found = self.evaluate(reading)?;
            values.push(self.force(&found)?);
        }
        let first = values[0];
        let steps = places.into_iter().zip(values.into_iter().skip(1)).collect();
        Ok(Some(self.values.steps(sort, first, steps)))
    }
}
