//! How many values a sort has, a first one, and all of them one after the other.

use std::collections::HashMap;

use super::kind::Value;
use super::values::Values;
use crate::family::Family;
use crate::{Cardinality, Constructor, Sort, SortKind, Terms};

use Cardinality::{Finite, Huge, Infinite};

impl Values {
    /// How many values a sort has in this model: never [`Cardinality::Open`].
    pub fn cardinality(&mut self, terms: &Terms, sort: Sort) -> Cardinality {
        if let Some(known) = self.cardinalities.get(&sort) {
            return *known;
        }
        let family = Family::of(terms, sort);
        let found = family.cardinalities(|sort| Finite(u64::from(self.universe(sort))));
        self.cardinalities.extend(family.sorts.iter().copied().zip(found));
        self.cardinalities[&sort]
    }

    /// A value of a sort, always the same; of a datatype, one that is built in fewest layers.
    ///
    /// Every sort has a value: datatypes without one are refused by those who declare them.
    pub fn default_value(&mut self, terms: &Terms, sort: Sort) -> Value {
        if let Some(value) = self.defaults.get(&sort) {
            return *value;
        }
        // Rounds over all sorts, until a round adds nothing: that makes the choice well founded.
        loop {
            let mut found = Vec::new();
            for number in 0..terms.sort_count() {
                let sort = Sort(number as u32);
                if !self.defaults.contains_key(&sort)
                    && let Some(value) = self.default_step(terms, sort)
                {
                    found.push((sort, value));
                }
            }
            if found.is_empty() {
                break;
            }
            self.defaults.extend(found);
        }
        let value = self.defaults.get(&sort).copied();
        debug_assert!(value.is_some(), "every sort has a value");
        value.unwrap_or(Value::FALSE)
    }

    fn default_step(&mut self, terms: &Terms, sort: Sort) -> Option<Value> {
        match terms.sort_kind(sort) {
            SortKind::Bool => Some(Value::FALSE),
            SortKind::Int | SortKind::Real => Some(self.number(sort, 0.into())),
            SortKind::Uninterpreted { .. } => Some(self.element(sort, 0)),
            SortKind::Array { element, .. } => {
                let element = *self.defaults.get(element)?;
                Some(self.constant_array(sort, element))
            }
            SortKind::Datatype(datatype) => {
                terms.constructors(*datatype).into_iter().find_map(|constructor| {
                    let fields: Option<Vec<Value>> = terms
                        .selectors(constructor)
                        .into_iter()
                        .map(|selector| self.defaults.get(&terms.selector_sort(selector)).copied())
                        .collect();
                    Some(self.construct(constructor, &fields?))
                })
            }
        }
    }

    /// The n-th value of a sort, from 0: different for different n.
    ///
    /// A sort with finitely many values shows them all and then `None`; one with infinitely many
    /// shows infinitely many, though not every one: of the reals the integers, of arrays those that
    /// differ from the default array at few indices.
    pub fn nth_value(&mut self, terms: &Terms, sort: Sort, n: u64) -> Option<Value> {
        match *terms.sort_kind(sort) {
            SortKind::Bool => (n < 2).then_some(Value::from(n == 1)),
            SortKind::Int | SortKind::Real => {
                // 0, 1, −1, 2, −2, …
                let half = i128::from(n.div_ceil(2));
                let number = if n % 2 == 1 { half } else { -half };
                Some(self.number(sort, number.into()))
            }
            SortKind::Uninterpreted { .. } => {
                let number = u32::try_from(n).ok()?;
                (number < self.universe(sort)).then(|| self.element(sort, number))
            }
            SortKind::Array { index, element } => self.nth_array(terms, sort, (index, element), n),
            SortKind::Datatype(_) => {
                // One after the other, so that the values below are at hand already.
                let wanted = usize::try_from(n).ok()?;
                loop {
                    let known = self.enumerated.entry(sort).or_default();
                    if let Some(value) = known.get(wanted) {
                        return Some(*value);
                    }
                    let next = known.len() as u64;
                    let value = self.nth_datatype(terms, sort, next)?;
                    self.enumerated.entry(sort).or_default().push(value);
                }
            }
        }
    }

    /// The digits of n, base the number of elements, are the readings at the first indices; when
    /// there are infinitely many elements, the reading at the first index is the n-th.
    fn nth_array(
        &mut self,
        terms: &Terms,
        sort: Sort,
        (index, element): (Sort, Sort),
        n: u64,
    ) -> Option<Value> {
        let base = match self.cardinality(terms, element) {
            Finite(count) => count,
            _ => u64::MAX,
        };
        let default = self.nth_value(terms, element, 0)?;
        let mut array = self.constant_array(sort, default);
        let (mut rest, mut place) = (n, 0);
        while rest > 0 {
            if base < 2 {
                return None;
            }
            let at = self.nth_value(terms, index, place)?;
            let reading = self.nth_value(terms, element, rest % base)?;
            array = self.store(terms, array, at, reading)?;
            rest /= base;
            place += 1;
        }
        Some(array)
    }

    /// First the constructors of finitely many values, then one with a field of infinitely many.
    fn nth_datatype(&mut self, terms: &Terms, sort: Sort, n: u64) -> Option<Value> {
        let mut rest = n;
        let mut finite = 0;
        for constructor in terms.constructors(terms.as_datatype(sort)?) {
            let Some(sizes) = self.field_sizes(terms, constructor) else { continue };
            let count = sizes.iter().try_fold(1_u64, |count, size| count.checked_mul(*size));
            if count.is_none_or(|count| rest < count) {
                let mut fields = Vec::new();
                for (selector, size) in terms.selectors(constructor).into_iter().zip(sizes) {
                    fields.push(self.nth_value(
                        terms,
                        terms.selector_sort(selector),
                        rest % size,
                    )?);
                    rest /= size;
                }
                return Some(self.construct(constructor, &fields));
            }
            let count = count.unwrap_or(u64::MAX);
            rest -= count;
            finite += count;
        }
        let (constructor, place) = match self.growing.get(&sort) {
            Some(field) => *field,
            None => self.growing_field(terms, sort, finite > 0)?,
        };
        self.growing.insert(sort, (constructor, place));
        let mut fields = Vec::new();
        for (position, selector) in terms.selectors(constructor).into_iter().enumerate() {
            let field = terms.selector_sort(selector);
            fields.push(if position == place {
                self.nth_value(terms, field, rest)?
            } else {
                self.default_value(terms, field)
            });
        }
        Some(self.construct(constructor, &fields))
    }

    /// The sizes of a constructor's fields, if none is infinite. (A huge field counts as all that
    /// a number can count: more is never asked for.)
    fn field_sizes(&mut self, terms: &Terms, constructor: Constructor) -> Option<Vec<u64>> {
        let mut sizes = Vec::new();
        for selector in terms.selectors(constructor) {
            match self.cardinality(terms, terms.selector_sort(selector)) {
                Finite(size) => sizes.push(size),
                Huge => sizes.push(u64::MAX),
                _ => return None,
            }
        }
        Some(sizes)
    }

    /// A field of infinitely many values that can be enumerated without going round in circles.
    ///
    /// A datatype that has some values without any such field asks the field for a smaller n, so
    /// any field will do. Otherwise it must be a field whose sort was found enumerable before.
    fn growing_field(
        &mut self,
        terms: &Terms,
        sort: Sort,
        is_smaller: bool,
    ) -> Option<(Constructor, usize)> {
        let mut candidates = Vec::new();
        for constructor in terms.constructors(terms.as_datatype(sort)?) {
            for (place, selector) in terms.selectors(constructor).into_iter().enumerate() {
                let field = terms.selector_sort(selector);
                if self.cardinality(terms, field) == Infinite {
                    candidates.push((self.growth_rank(terms, field), constructor, place));
                }
            }
        }
        let own = if is_smaller { usize::MAX } else { self.growth_rank(terms, sort) };
        candidates.retain(|(rank, _, _)| *rank < own || is_smaller);
        candidates.into_iter().min().map(|(_, constructor, place)| (constructor, place))
    }

    /// In which round an infinite sort is found enumerable: round 0 are the numbers, arrays of
    /// finitely many elements, and datatypes with some constructor of finitely many values.
    fn growth_rank(&mut self, terms: &Terms, sort: Sort) -> usize {
        let mut found: HashMap<Sort, usize> = HashMap::new();
        for round in 0..=terms.sort_count() {
            let mut new = Vec::new();
            for number in 0..terms.sort_count() {
                let candidate = Sort(number as u32);
                if found.contains_key(&candidate) || self.cardinality(terms, candidate) != Infinite
                {
                    continue;
                }
                let is_found = match *terms.sort_kind(candidate) {
                    SortKind::Array { element, .. } => {
                        self.cardinality(terms, element) != Infinite || found.contains_key(&element)
                    }
                    SortKind::Datatype(datatype) => {
                        terms.constructors(datatype).into_iter().any(|constructor| {
                            self.field_sizes(terms, constructor).is_some()
                                || terms.selectors(constructor).into_iter().any(|selector| {
                                    found.contains_key(&terms.selector_sort(selector))
                                })
                        })
                    }
                    _ => true,
                };
                if is_found {
                    new.push((candidate, round));
                }
            }
            if new.is_empty() {
                break;
            }
            found.extend(new);
            if let Some(round) = found.get(&sort) {
                return *round;
            }
        }
        usize::MAX
    }

    /// A value of the sort that is not taken, if there is one.
    pub fn fresh_value(
        &mut self,
        terms: &Terms,
        sort: Sort,
        is_taken: impl Fn(Value) -> bool,
    ) -> Option<Value> {
        let mut n = 0;
        loop {
            let value = self.nth_value(terms, sort, n)?;
            if !is_taken(value) {
                return Some(value);
            }
            n += 1;
        }
    }
}
