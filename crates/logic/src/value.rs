//! Values: what terms stand for in a model.
//!
//! Values live in a [`Values`] store as terms do in theirs, so that equality of values is equality
//! of numbers however deep they are. Invariant: an array is a default and the indices where it
//! reads otherwise, brought into one form, so that arrays that read alike everywhere are one value.

mod enumerate;
mod map;

use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasherDefault;
use std::sync::Arc;

use buttress_numeric::Rational;

use crate::terms::Mixer;
use crate::{Cardinality, Constructor, Sort, Terms};
use map::{Map, Maps};

/// A value, by its number in the store: what a value is made of has smaller numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Value(u32);

impl Value {
    /// ⊥
    pub const FALSE: Value = Value(0);
    /// ⊤
    pub const TRUE: Value = Value(1);

    /// Its position in the store.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        if value { Value::TRUE } else { Value::FALSE }
    }
}

/// What a value is made of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ValueKind {
    /// A truth value.
    Bool(bool),
    /// A number of sort `Int` or `Real`.
    Number(Sort, Rational),
    /// An element of the universe of an uninterpreted sort, from 0.
    Element(Sort, u32),
    /// An array of this sort: see [`Values::default_of`] and [`Values::exceptions`].
    Array(Sort, Array),
    /// A constructor with the values of its fields.
    Datatype(Constructor, Arc<[Value]>),
}

/// A default, and a reading at each index that reads otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Array {
    default: Value,
    exceptions: Map,
}

impl Array {
    /// What it reads where it has no exception.
    pub fn default(&self) -> Value {
        self.default
    }
}

/// All values of a model, and the sizes of its universes.
#[derive(Clone, Debug)]
pub struct Values {
    kinds: Vec<ValueKind>,
    shared: HashMap<ValueKind, Value, BuildHasherDefault<Mixer>>,
    maps: Maps,
    universes: HashMap<Sort, u32>,
    cardinalities: HashMap<Sort, Cardinality>,
    defaults: HashMap<Sort, Value>,
    enumerated: HashMap<Sort, Vec<Value>>,
    /// The field of an infinite datatype that its enumeration varies.
    growing: HashMap<Sort, (Constructor, usize)>,
}

impl Default for Values {
    fn default() -> Values {
        Values::new()
    }
}

impl Values {
    /// A store that holds ⊥ and ⊤; every universe has one element.
    pub fn new() -> Values {
        let mut values = Values {
            kinds: Vec::new(),
            shared: HashMap::default(),
            maps: Maps::default(),
            universes: HashMap::new(),
            cardinalities: HashMap::new(),
            defaults: HashMap::new(),
            enumerated: HashMap::new(),
            growing: HashMap::new(),
        };
        values.intern(ValueKind::Bool(false));
        values.intern(ValueKind::Bool(true));
        values
    }

    /// Fixes how many elements an uninterpreted sort has; one, if nothing is said or 0 is.
    ///
    /// To be said before arrays are made whose indices involve the sort: which arrays are equal
    /// depends on it.
    pub fn set_universe(&mut self, sort: Sort, size: u32) {
        self.universes.insert(sort, size.max(1));
        self.cardinalities.clear();
        self.enumerated.clear();
        self.growing.clear();
    }

    /// How many elements an uninterpreted sort has.
    pub fn universe(&self, sort: Sort) -> u32 {
        self.universes.get(&sort).copied().unwrap_or(1)
    }

    /// What a value is made of.
    pub fn kind(&self, value: Value) -> &ValueKind {
        &self.kinds[value.index()]
    }

    /// The sort of a value.
    pub fn sort_of(&self, terms: &Terms, value: Value) -> Sort {
        match self.kind(value) {
            ValueKind::Bool(_) => Sort::BOOL,
            ValueKind::Number(sort, _)
            | ValueKind::Element(sort, _)
            | ValueKind::Array(sort, _) => *sort,
            ValueKind::Datatype(constructor, _) => {
                terms.datatype_sort(terms.constructor_datatype(*constructor))
            }
        }
    }

    /// The truth value that a value is.
    pub fn as_bool(&self, value: Value) -> Option<bool> {
        match self.kind(value) {
            ValueKind::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The number that a value is.
    pub fn as_number(&self, value: Value) -> Option<&Rational> {
        match self.kind(value) {
            ValueKind::Number(_, number) => Some(number),
            _ => None,
        }
    }

    /// A number of sort `Int` or `Real`.
    pub fn number(&mut self, sort: Sort, number: Rational) -> Value {
        debug_assert!(sort == Sort::REAL || number.is_integer());
        self.intern(ValueKind::Number(sort, number))
    }

    /// An element of an uninterpreted sort.
    pub fn element(&mut self, sort: Sort, number: u32) -> Value {
        self.intern(ValueKind::Element(sort, number))
    }

    /// A constructor applied to values.
    pub fn construct(&mut self, constructor: Constructor, fields: &[Value]) -> Value {
        self.intern(ValueKind::Datatype(constructor, fields.into()))
    }

    /// The array that reads `value` everywhere.
    pub fn constant_array(&mut self, sort: Sort, value: Value) -> Value {
        self.intern(ValueKind::Array(sort, Array { default: value, exceptions: Map::EMPTY }))
    }

    /// An array's reading at an index; `None` if it is no array.
    pub fn read(&self, array: Value, index: Value) -> Option<Value> {
        match self.kind(array) {
            ValueKind::Array(_, array) => {
                Some(self.maps.get(array.exceptions, index).unwrap_or(array.default))
            }
            _ => None,
        }
    }

    /// The array that reads `value` at `index` and is as before elsewhere; `None` if it is none.
    pub fn store(
        &mut self,
        terms: &Terms,
        array: Value,
        index: Value,
        value: Value,
    ) -> Option<Value> {
        let ValueKind::Array(sort, Array { default, exceptions }) = *self.kind(array) else {
            return None;
        };
        let exceptions = if value == default {
            self.maps.remove(exceptions, index)
        } else {
            self.maps.insert(exceptions, index, value)
        };
        Some(self.canonical_array(terms, sort, default, exceptions))
    }

    /// What an array reads where it has no exception; `None` if it is no array.
    pub fn default_of(&self, array: Value) -> Option<Value> {
        match self.kind(array) {
            ValueKind::Array(_, array) => Some(array.default),
            _ => None,
        }
    }

    /// The indices where an array does not read its default, with its readings there.
    pub fn exceptions(&self, array: Value) -> Vec<(Value, Value)> {
        match self.kind(array) {
            ValueKind::Array(_, array) => self.maps.pairs(array.exceptions),
            _ => Vec::new(),
        }
    }

    /// An index at which two arrays read differently, the same for both orders; the default value
    /// of the index sort if they are equal; `None` if they are no arrays.
    pub fn difference(&mut self, terms: &Terms, left: Value, right: Value) -> Option<Value> {
        let ValueKind::Array(sort, _) = *self.kind(left) else { return None };
        let (index_sort, _) = terms.array_parts(sort)?;
        if left == right {
            return Some(self.default_value(terms, index_sort));
        }
        let mut indices: Vec<Value> = [left, right]
            .iter()
            .flat_map(|array| self.exceptions(*array))
            .map(|pair| pair.0)
            .collect();
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

    /// The one form of an array.
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
        let array = ValueKind::Array(sort, Array { default, exceptions });
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
                rest = self.maps.insert(rest, *index, *value);
            }
        }
        let mut position = 0;
        let mut left = others;
        while left > 0
            && let Some(index) = self.nth_value(terms, index_sort, position)
        {
            if self.maps.get(exceptions, index).is_none() {
                rest = self.maps.insert(rest, index, default);
                left -= 1;
            }
            position += 1;
        }
        self.intern(ValueKind::Array(sort, Array { default: chosen, exceptions: rest }))
    }

    fn intern(&mut self, kind: ValueKind) -> Value {
        if let Some(value) = self.shared.get(&kind) {
            return *value;
        }
        let value = Value(self.kinds.len() as u32);
        self.kinds.push(kind.clone());
        self.shared.insert(kind, value);
        value
    }
}
