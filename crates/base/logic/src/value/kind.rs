//! What values are made of.

use std::sync::Arc;

use buttress_numeric::Rational;

use crate::{Constructor, Sort};

/// A value, by its number in the store: what a value is made of has smaller numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Value(pub(super) u32);

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
    /// An array of this sort: see [`Values::steps`](crate::Values::steps), [`Values::default_of`](crate::Values::default_of) and
    /// [`Values::exceptions`](crate::Values::exceptions).
    Array(Sort, Array),
    /// A constructor with the values of its fields.
    Datatype(Constructor, Arc<[Value]>),
}

/// What an array reads: see [`Values::steps`](crate::Values::steps) and [`Values::exceptions`](crate::Values::exceptions).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Array {
    /// Over the integers, what it reads before the first step; otherwise the default.
    pub(super) default: Value,
    /// The steps, ordered by size; or the exceptions. The sort of the keys tells which.
    pub(super) readings: Map,
}

/// A finite map, by its number in the store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Map(pub(super) u32);

impl Map {
    pub(crate) const EMPTY: Map = Map(0);
}
