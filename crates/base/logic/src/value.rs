//! Values: what terms stand for in a model.
//!
//! Values live in a [`Values`] store as terms do in theirs, so that equality of values is equality
//! of numbers however deep they are. Invariant: an array has one form (see [`Array`]), so that
//! arrays that read alike everywhere are one value.

mod array;
mod enumerate;
mod map;
mod term;

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::Arc;

use buttress_numeric::Rational;

use crate::terms::Mixer;
use crate::{Cardinality, Constructor, Sort, Terms};
pub use array::Array;
use map::Maps;

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
    /// An array of this sort: see [`Values::steps`], [`Values::default_of`] and
    /// [`Values::exceptions`].
    Array(Sort, Array),
    /// A constructor with the values of its fields.
    Datatype(Constructor, Arc<[Value]>),
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

    /// The uninterpreted sorts whose sizes were fixed, with these, in the order of declaration.
    pub fn universes(&self) -> Vec<(Sort, u32)> {
        let mut universes: Vec<(Sort, u32)> =
            self.universes.iter().map(|(sort, size)| (*sort, *size)).collect();
        universes.sort_unstable();
        universes
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
