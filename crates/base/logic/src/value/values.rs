//! The store of values.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use buttress_numeric::Rational;

use super::kind::{Value, ValueKind};
use super::map::Maps;
use crate::id_map::IdHasher;
use crate::{Cardinality, Constructor, Sort, Terms};

/// All values of a model, and the sizes of its universes.
#[derive(Clone, Debug)]
pub struct Values {
    pub(super) kinds: Vec<ValueKind>,
    pub(super) shared: HashMap<ValueKind, Value, BuildHasherDefault<IdHasher>>,
    pub(super) maps: Maps,
    pub(super) universes: HashMap<Sort, u32>,
    pub(super) cardinalities: HashMap<Sort, Cardinality>,
    pub(super) defaults: HashMap<Sort, Value>,
    pub(super) enumerated: HashMap<Sort, Vec<Value>>,
    /// The field of an infinite datatype that its enumeration varies.
    pub(super) growing: HashMap<Sort, (Constructor, usize)>,
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

    pub(super) fn intern(&mut self, kind: ValueKind) -> Value {
        if let Some(value) = self.shared.get(&kind) {
            return *value;
        }
        let value = Value(self.kinds.len() as u32);
        self.kinds.push(kind.clone());
        self.shared.insert(kind, value);
        value
    }
}
