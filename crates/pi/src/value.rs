//! Values of programs at run time.

use std::collections::BTreeMap;

use buttress_numeric::{Integer, Rational};

/// A value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// Of type `int`.
    Int(Integer),
    /// Of type `float`.
    Float(Rational),
    /// Of type `bool`.
    Bool(bool),
    /// Of array type.
    Array(Box<ArrayValue>),
    /// One value for each field.
    Struct(Vec<Value>),
    /// Keys and their values.
    Table(BTreeMap<Value, Value>),
    /// From the first to the last.
    List(Vec<Value>),
}

/// An array: cells within its length, and what annotations read beyond.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ArrayValue {
    /// Those at 0, 1, …; their number is the length.
    pub cells: Vec<Value>,
    /// What is read outside, except where `outside` says more.
    pub beyond: Value,
    /// Cells outside the length that differ from `beyond`.
    pub outside: BTreeMap<Integer, Value>,
}
