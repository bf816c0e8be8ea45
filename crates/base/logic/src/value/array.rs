//! Arrays as values.
//!
//! Over the integers an array is constant on intervals: what it reads before its first step, and
//! what it reads from each step on up to the next. Neighbouring intervals read differently, so that
//! equal functions have equal steps; a single exception is two steps. Over any other sort an array
//! is a default, and a reading at each index that reads otherwise.

use std::collections::BTreeMap;

use buttress_numeric::Rational;

use super::kind::{Array, Map, Value, ValueKind};
use super::map::Order;
use super::values::Values;
use crate::limits::LISTED_EXCEPTIONS;
use crate::{Cardinality, Sort, Terms};

impl Values {
    /// The array that reads `value` everywhere.
    pub fn constant_array(&mut self, sort: Sort, value: Value) -> Value {
        self.intern(ValueKind::Array(sort, Array { default: value, readings: Map::EMPTY }))
    }

    /// The array over the integers that reads `first`, and from each place on, up to the next, the
    /// value given with it. The places are in order, each once.
    pub fn intervals(&mut self, sort: Sort, first: Value, steps: Vec<(Rational, Value)>) -> Value {
        debug_assert!(steps.is_sorted_by(|left, right| left.0 < right.0));
        let mut readings = Map::EMPTY;
        let mut before = first;
        for (place, value) in steps {
            if value != before {
                let place = self.number(Sort::INT, place);
                readings = self.maps.insert(Order::Size(&self.kinds), readings, place, value);
            }
            before = value;
        }
        self.intern(ValueKind::Array(sort, Array { default: first, readings }))
    }

    /// What an array over the integers reads before its first step, and from each step on. `None`
    /// of other values, unless they are arrays that read one value everywhere.
    pub fn steps(&self, array: Value) -> Option<(Value, Vec<(Rational, Value)>)> {
        let ValueKind::Array(_, array) = *self.kind(array) else { return None };
        if !self.has_steps(array) && array.readings != Map::EMPTY {
            return None;
        }
        let steps = self.maps.pairs(array.readings).into_iter();
        let steps =
            steps.filter_map(|(place, value)| Some((self.as_number(place)?.clone(), value)));
        Some((array.default, steps.collect()))
    }

    /// Is it an array over the integers that does not read one value everywhere?
    fn has_steps(&self, array: Array) -> bool {
        let key = self.maps.root(array.readings);
        key.is_some_and(|key| matches!(self.kind(key), ValueKind::Number(Sort::INT, _)))
    }

    /// An array's reading at an index; `None` if it is no array.
    pub fn read(&self, array: Value, index: Value) -> Option<Value> {
        let ValueKind::Array(_, array) = *self.kind(array) else { return None };
        let found = match self.kind(index) {
            ValueKind::Number(Sort::INT, number) => self.step_before(array, number),
            _ => self.maps.get(Order::Place, array.readings, index),
        };
        Some(found.unwrap_or(array.default))
    }

    /// What the last step up to an index, itself included, says.
    fn step_before(&self, array: Array, index: &Rational) -> Option<Value> {
        self.maps.last_before(array.readings, |place| {
            self.as_number(place).is_some_and(|place| place <= index)
        })
    }

    /// The array that reads `value` at `index` and is as before elsewhere; `None` if it is none.
    pub fn store(
        &mut self,
        terms: &Terms,
        array: Value,
        index: Value,
        value: Value,
    ) -> Option<Value> {
        let ValueKind::Array(sort, parts) = *self.kind(array) else { return None };
        let Array { default, readings } = parts;
        if let ValueKind::Number(Sort::INT, number) = self.kind(index) {
            let (before, after) = (number - &Rational::ONE, number + &Rational::ONE);
            let read = |at: &Rational| self.step_before(parts, at).unwrap_or(default);
            let (below, old, above) = (read(&before), read(number), read(&after));
            if old == value {
                return Some(array);
            }
            let readings = self.set_step(readings, index, value, below);
            let after = self.number(Sort::INT, after);
            let readings = self.set_step(readings, after, above, value);
            return Some(self.intern(ValueKind::Array(sort, Array { default, readings })));
        }
        let readings = if value == default {
            self.maps.remove(Order::Place, readings, index)
        } else {
            self.maps.insert(Order::Place, readings, index, value)
        };
        Some(self.canonical_array(terms, sort, default, readings))
    }

    /// The steps with one at a place, where it reads `value` and just below `below`.
    fn set_step(&mut self, steps: Map, place: Value, value: Value, below: Value) -> Map {
        let order = Order::Size(&self.kinds);
        if value == below {
            self.maps.remove(order, steps, place)
        } else {
            self.maps.insert(order, steps, place, value)
        }
    }

    /// What an array reads where it has no exception; of an array over the integers, what it reads
    /// before its first step. `None` if it is no array.
    pub fn default_of(&self, array: Value) -> Option<Value> {
        match self.kind(array) {
            ValueKind::Array(_, array) => Some(array.default),
            _ => None,
        }
    }

    /// The indices where an array does not read its default, with its readings there: in order, if
    /// they are integers. `None` if there are infinitely many or too many to list, or if the value
    /// is no array.
    pub fn exceptions(&mut self, array: Value) -> Option<Vec<(Value, Value)>> {
        let ValueKind::Array(_, parts) = *self.kind(array) else { return None };
        if !self.has_steps(parts) {
            return Some(self.pairs(array));
        }
        let points = self.points(array, LISTED_EXCEPTIONS)?;
        let points = points.into_iter();
        Some(points.map(|(index, value)| (self.number(Sort::INT, index), value)).collect())
    }

    /// The exceptions of an array that is not over the integers.
    pub(crate) fn pairs(&self, array: Value) -> Vec<(Value, Value)> {
        match self.kind(array) {
            ValueKind::Array(_, array) => self.maps.pairs(array.readings),
            _ => Vec::new(),
        }
    }

    /// The integers at which an array over them does not read its default, in order, if there are
    /// at most so many.
    pub(crate) fn points(&self, array: Value, most: usize) -> Option<Vec<(Rational, Value)>> {
        let (default, steps) = self.steps(array)?;
        let mut points = Vec::new();
        let mut ends = steps.iter().skip(1).map(|step| &step.0);
        for (place, value) in &steps {
            let end = ends.next();
            if *value == default {
                continue;
            }
            let end = end?;
            let mut index = place.clone();
            while index < *end {
                if points.len() == most {
                    return None;
                }
                let next = &index + &Rational::ONE;
                points.push((std::mem::replace(&mut index, next), *value));
            }
        }
        Some(points)
    }

    /// An index at which two arrays read differently, the same for both orders; the default value
    /// of the index sort if they are equal; `None` if they are no arrays.
    pub fn difference(&mut self, terms: &Terms, left: Value, right: Value) -> Option<Value> {
        let ValueKind::Array(sort, _) = *self.kind(left) else { return None };
        let (index_sort, _) = terms.array_parts(sort)?;
        if left == right {
            return Some(self.default_value(terms, index_sort));
        }
        let ValueKind::Array(_, one) = *self.kind(left) else { return None };
        let ValueKind::Array(_, other) = *self.kind(right) else { return None };
        let readings = [one.readings, other.readings].into_iter();
        let mut indices: Vec<Value> =
            readings.flat_map(|map| self.maps.pairs(map)).map(|pair| pair.0).collect();
        if index_sort == Sort::INT {
            let mut places: Vec<&Rational> =
                indices.iter().filter_map(|index| self.as_number(*index)).collect();
            places.sort_unstable();
            if one.default != other.default {
                // They differ before the first step of either.
                let before = places.first().map_or(Rational::ZERO, |first| *first - &Rational::ONE);
                return Some(self.number(Sort::INT, before));
            }
            // Between neighbouring places both are constant.
            let place = places.into_iter().find(|place| {
                let read = |array: Array| self.step_before(array, place).unwrap_or(array.default);
                read(one) != read(other)
            });
            let place = place?.clone();
            return Some(self.number(Sort::INT, place));
        }
        indices.sort_unstable();
        indices.dedup();
        if let Some(index) =
            indices.iter().find(|index| self.read(left, **index) != self.read(right, **index))
        {
            return Some(*index);
        }
        // They differ, but not at an exception of either: then at every other index.
        let mut position = 0;
        while let Some(index) = self.nth_value(terms, index_sort, position) {
            if indices.binary_search(&index).is_err() {
                return Some(index);
            }
            position += 1;
        }
        None
    }

    /// The one form of an array that is not over the integers.
    ///
    /// Over an infinite index sort the default is what is read at all but finitely many indices:
    /// nothing to choose. Over N indices, a default read at more than half of them is the only such
    /// value; otherwise the value read most often is chosen, of several the one of smallest number.
    fn canonical_array(
        &mut self,
        terms: &Terms,
        sort: Sort,
        default: Value,
        exceptions: Map,
    ) -> Value {
        let array = ValueKind::Array(sort, Array { default, readings: exceptions });
        let Some((index_sort, _)) = terms.array_parts(sort) else { return self.intern(array) };
        let count = self.maps.len(exceptions);
        let size = match self.cardinality(terms, index_sort) {
            Cardinality::Finite(size) if count >= size.div_ceil(2) => size,
            _ => return self.intern(array),
        };
        let pairs = self.maps.pairs(exceptions);
        let mut readers: BTreeMap<Value, u64> = BTreeMap::new();
        for (_, value) in &pairs {
            *readers.entry(*value).or_default() += 1;
        }
        let others = size.saturating_sub(count);
        let mut chosen = (others, default);
        for (value, readers) in readers {
            if readers > chosen.0 || (readers == chosen.0 && value < chosen.1) {
                chosen = (readers, value);
            }
        }
        let chosen = chosen.1;
        if chosen == default {
            return self.intern(array);
        }
        let mut rest = Map::EMPTY;
        for (index, value) in &pairs {
            if *value != chosen {
                rest = self.maps.insert(Order::Place, rest, *index, *value);
            }
        }
        let mut position = 0;
        let mut left = others;
        while left > 0
            && let Some(index) = self.nth_value(terms, index_sort, position)
        {
            if self.maps.get(Order::Place, exceptions, index).is_none() {
                rest = self.maps.insert(Order::Place, rest, index, default);
                left -= 1;
            }
            position += 1;
        }
        self.intern(ValueKind::Array(sort, Array { default: chosen, readings: rest }))
    }
}
