//! What each operator means.

use std::collections::BTreeMap;
use std::rc::Rc;

use buttress_logic::{Constructor, Op, Sort, Symbol, Term};
use buttress_numeric::Rational;

use super::open_value::{BuiltValue, WrittenArray};
use super::{Evaluated, EvaluationFailure, Evaluator, Kind, OpenValue, Value};
use crate::limits::MOST_HEIGHT;

impl Evaluator<'_> {
    /// What the operator of a term is on these arguments: any but connectives, `ite` and binders.
    pub(super) fn apply(&mut self, term: Term, arguments: Vec<OpenValue>) -> Evaluated {
        let op = self.terms.op(term);
        let sort = self.terms.sort_of(term);
        let truth = |value: bool| Ok(OpenValue::Value(Value::from(value)));
        match (op, arguments.as_slice()) {
            (Op::True, []) => truth(true),
            (Op::False, []) => truth(false),
            (Op::Not, [argument]) => truth(*argument == OpenValue::Value(Value::FALSE)),
            (Op::Equal, [left, right]) => {
                let is_equal = self.is_equal(left, right)?;
                truth(is_equal)
            }
            (Op::Distinct, _) => {
                let is_distinct = self.is_distinct(&arguments)?;
                truth(is_distinct)
            }
            (Op::Select, [array, index]) => self.read(array, index),
            (Op::Store, [array, index, value]) => self.write(sort, array, index, value),
            (Op::ConstantArray, [value]) => {
                let value = self.force(value)?;
                Ok(OpenValue::Value(self.constant_array(sort, value)?))
            }
            (Op::Construct(constructor), _) => {
                let fields: Option<Vec<Value>> =
                    arguments.iter().map(OpenValue::as_value).collect();
                if let Some(fields) = fields {
                    let kind = Kind::Built(constructor, fields.into());
                    return Ok(OpenValue::Value(self.values.value(kind)));
                }
                let height = above(&arguments)?;
                Ok(OpenValue::Built(Rc::new(BuiltValue { constructor, fields: arguments, height })))
            }
            (Op::SelectField(selector), [value]) => {
                let position = self.terms.selector_position(selector);
                let own = self.terms.selector_constructor(selector);
                match self.built(value)? {
                    (constructor, fields) if constructor == own => {
                        fields.get(position).cloned().ok_or(EvaluationFailure::IllSorted)
                    }
                    _ => self.call(Symbol::WrongField(selector), arguments),
                }
            }
            (Op::Test(constructor), [value]) => {
                let is_own = self.built(value)?.0 == constructor;
                truth(is_own)
            }
            (Op::Apply(function), _) => self.call(Symbol::Function(function), arguments),
            (Op::Element(number), []) => {
                if number >= self.universe(sort) {
                    return Err(EvaluationFailure::OutsideUniverse);
                }
                Ok(OpenValue::Value(self.values.value(Kind::Element(sort, number))))
            }
            (Op::Difference | Op::Default | Op::Witness(_), _) => Err(EvaluationFailure::NoMeaning),
            _ => self.number(op, &arguments),
        }
    }

    pub(super) fn universe(&self, sort: Sort) -> u32 {
        self.universes.get(&sort).copied().unwrap_or(1)
    }

    /// The constructor and the fields of a value of a datatype.
    fn built(&self, value: &OpenValue) -> Result<(Constructor, Vec<OpenValue>), EvaluationFailure> {
        match value {
            OpenValue::Built(built) => Ok((built.constructor, built.fields.clone())),
            OpenValue::Value(value) => match self.values.kind(*value) {
                Kind::Built(constructor, fields) => Ok((
                    *constructor,
                    fields.iter().map(|field| OpenValue::Value(*field)).collect(),
                )),
                _ => Err(EvaluationFailure::IllSorted),
            },
            // Of a value that is not mentioned nothing more is known.
            OpenValue::Any(_) => Err(EvaluationFailure::Quantifier),
            _ => Err(EvaluationFailure::IllSorted),
        }
    }

    /// Are the two the same value? They are of the same sort.
    pub(super) fn is_equal(
        &mut self,
        left: &OpenValue,
        right: &OpenValue,
    ) -> Result<bool, EvaluationFailure> {
        match (left, right) {
            (OpenValue::Value(left), OpenValue::Value(right)) => Ok(left == right),
            (OpenValue::Form(_), _) | (_, OpenValue::Form(_)) => {
                let difference = self.form(left)?.minus(&*self.form(right)?);
                Ok(self.cells.is_zero(&difference))
            }
            (OpenValue::Any(one), OpenValue::Any(other)) if one == other => Ok(true),
            (OpenValue::Any(one), OpenValue::Any(other)) => {
                self.cells.avoid(*one.max(other), OpenValue::Any(*one.min(other)))?;
                Ok(false)
            }
            (OpenValue::Any(level), other) | (other, OpenValue::Any(level)) => {
                self.cells.avoid(*level, other.clone())?;
                Ok(false)
            }
            (OpenValue::Built(_), _) | (_, OpenValue::Built(_)) => {
                let (one, other) = (self.built(left)?, self.built(right)?);
                if one.0 != other.0 {
                    return Ok(false);
                }
                for (left, right) in one.1.iter().zip(&other.1) {
                    if !self.deeper(|own| own.is_equal(left, right))? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (OpenValue::Written(_), _) | (_, OpenValue::Written(_)) => {
                self.are_equal_arrays(left, right)
            }
        }
    }

    fn is_distinct(&mut self, arguments: &[OpenValue]) -> Result<bool, EvaluationFailure> {
        let values: Option<Vec<Value>> = arguments.iter().map(OpenValue::as_value).collect();
        if let Some(mut values) = values {
            values.sort_unstable();
            values.dedup();
            return Ok(values.len() == arguments.len());
        }
        for (place, left) in arguments.iter().enumerate() {
            for right in &arguments[..place] {
                self.step()?;
                if self.is_equal(left, right)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// What an array reads at an index.
    pub(super) fn read(&mut self, array: &OpenValue, index: &OpenValue) -> Evaluated {
        let mut array = array.clone();
        while let OpenValue::Written(written) = &array {
            for (at, value) in written.writes.iter().rev() {
                if self.is_equal(at, index)? {
                    return Ok(value.clone());
                }
            }
            let base = written.base.clone();
            array = base;
        }
        let array = match array {
            OpenValue::Value(array) => array,
            OpenValue::Any(_) => return Err(EvaluationFailure::Quantifier),
            _ => return Err(EvaluationFailure::IllSorted),
        };
        if let OpenValue::Value(index) = index {
            return self
                .values
                .read(array, *index)
                .map(OpenValue::Value)
                .ok_or(EvaluationFailure::IllSorted);
        }
        match self.values.kind(array).clone() {
            Kind::Steps(_, first, steps) => {
                let form = self.form(index)?;
                let sample = self.cells.value(&form);
                let after = steps.partition_point(|(place, _)| *place <= sample);
                // Between the step before and the step after the array is constant.
                for (place, _) in steps[..after].last().into_iter().chain(steps.get(after)) {
                    self.cells.is_negative(&form.plus_constant(&-place));
                }
                Ok(OpenValue::Value(after.checked_sub(1).map_or(first, |at| steps[at].1)))
            }
            Kind::Table(_, default, pairs) => {
                if let OpenValue::Form(form) = index {
                    let sample = self.cells.value(form);
                    let places: BTreeMap<Rational, Value> = pairs
                        .iter()
                        .filter_map(|(at, value)| {
                            Some((self.values.as_number(*at)?.clone(), *value))
                        })
                        .collect();
                    // The nearest exceptions on either side, if it is none itself.
                    let around =
                        [places.range(..=&sample).next_back(), places.range(&sample..).next()];
                    for (place, _) in around.into_iter().flatten() {
                        self.cells.is_zero(&form.plus_constant(&-place));
                    }
                    return Ok(OpenValue::Value(places.get(&sample).copied().unwrap_or(default)));
                }
                for (at, value) in pairs.iter() {
                    self.step()?;
                    if self.is_equal(index, &OpenValue::Value(*at))? {
                        return Ok(OpenValue::Value(*value));
                    }
                }
                Ok(OpenValue::Value(default))
            }
            _ => Err(EvaluationFailure::IllSorted),
        }
    }

    /// The array that reads a value at an index and is as before elsewhere.
    fn write(
        &mut self,
        sort: Sort,
        array: &OpenValue,
        index: &OpenValue,
        value: &OpenValue,
    ) -> Evaluated {
        if let (OpenValue::Value(array), OpenValue::Value(index), OpenValue::Value(value)) =
            (array, index, value)
        {
            return Ok(OpenValue::Value(self.store(sort, *array, *index, *value)?));
        }
        let mut written = match array {
            OpenValue::Written(written) => (**written).clone(),
            _ => WrittenArray { base: array.clone(), writes: Vec::new(), height: 0 },
        };
        let height = above(&[index.clone(), value.clone()])?;
        written.height = written.height.max(height);
        written.writes.push((index.clone(), value.clone()));
        Ok(OpenValue::Written(Rc::new(written)))
    }

    /// The same of values.
    pub fn store(
        &mut self,
        sort: Sort,
        array: Value,
        index: Value,
        value: Value,
    ) -> Result<Value, EvaluationFailure> {
        match self.values.kind(array).clone() {
            Kind::Steps(_, first, steps) => {
                let place =
                    self.values.as_number(index).ok_or(EvaluationFailure::IllSorted)?.clone();
                let next = &place + &Rational::ONE;
                let from = steps.partition_point(|(at, _)| *at < place);
                let to = steps.partition_point(|(at, _)| *at <= next);
                // What is read from the next integer on, up to the step after.
                let above = to.checked_sub(1).map_or(first, |at| steps[at].1);
                let mut changed = steps[..from].to_vec();
                changed.extend([(place, value), (next, above)]);
                changed.extend_from_slice(&steps[to..]);
                Ok(self.values.steps(sort, first, changed))
            }
            Kind::Table(_, default, pairs) => {
                let mut exceptions: BTreeMap<Value, Value> = pairs.iter().copied().collect();
                exceptions.insert(index, value);
                self.table(sort, default, exceptions)
            }
            _ => Err(EvaluationFailure::IllSorted),
        }
    }

    /// The array with a default and exceptions to it, in its one form.
    pub(super) fn table(
        &mut self,
        sort: Sort,
        default: Value,
        exceptions: BTreeMap<Value, Value>,
    ) -> Result<Value, EvaluationFailure> {
        let (index, _) = self.terms.array_parts(sort).ok_or(EvaluationFailure::IllSorted)?;
        let indices = self.indices(index, exceptions.len())?;
        let indices = indices.as_ref().map(|indices| indices.as_slice());
        Ok(self.values.table(sort, default, exceptions, indices))
    }

    /// The array that reads a value everywhere.
    pub fn constant_array(&mut self, sort: Sort, value: Value) -> Result<Value, EvaluationFailure> {
        let (index, _) = self.terms.array_parts(sort).ok_or(EvaluationFailure::IllSorted)?;
        Ok(if index == Sort::INT {
            self.values.steps(sort, value, Vec::new())
        } else {
            self.values.value(Kind::Table(sort, value, Rc::default()))
        })
    }

    /// The value at the samples; variables of numbers are held there.
    pub(super) fn force(&mut self, sym: &OpenValue) -> Result<Value, EvaluationFailure> {
        match sym {
            OpenValue::Value(value) => Ok(*value),
            OpenValue::Form(form) => {
                for (level, _) in &form.parts {
                    self.cells.pin(*level);
                }
                let number = self.cells.value(form);
                Ok(self.values.number(number))
            }
            OpenValue::Any(_) => Err(EvaluationFailure::Quantifier),
            OpenValue::Built(built) => {
                let fields: Result<Vec<Value>, EvaluationFailure> =
                    self.deeper(|own| built.fields.iter().map(|field| own.force(field)).collect());
                Ok(self.values.value(Kind::Built(built.constructor, fields?.into())))
            }
            OpenValue::Written(written) => {
                let mut array = self.deeper(|own| own.force(&written.base))?;
                let sort = match self.values.kind(array) {
                    Kind::Steps(sort, ..) | Kind::Table(sort, ..) => *sort,
                    _ => return Err(EvaluationFailure::IllSorted),
                };
                for (index, value) in &written.writes {
                    let (index, value) =
                        self.deeper(|own| Ok((own.force(index)?, own.force(value)?)))?;
                    array = self.store(sort, array, index, value)?;
                }
                Ok(array)
            }
        }
    }
}

/// The height of what is built from these.
fn above(parts: &[OpenValue]) -> Result<usize, EvaluationFailure> {
    let height = 1 + parts.iter().map(OpenValue::height).max().unwrap_or(0);
    if height > MOST_HEIGHT { Err(EvaluationFailure::Depth) } else { Ok(height) }
}
