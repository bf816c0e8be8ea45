//! Values of programs at run time.
//!
//! An array is a total map from the integers with a length, as in annotations. Two values are the same if nothing in
//! the language can tell them apart: see [`Value::is_same`].

use std::collections::BTreeMap;

use buttress_numeric::{Integer, Rational};

use crate::program::{Program, Type};

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

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Int(Integer::from(number))
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Value {
        Value::Bool(truth)
    }
}

impl Value {
    /// What a variable of this type is before anything is assigned to it: 0, false, empty.
    pub fn initial(program: &Program, ty: &Type) -> Value {
        match ty {
            Type::Int => Value::Int(Integer::ZERO),
            Type::Float => Value::Float(Rational::ZERO),
            Type::Bool => Value::Bool(false),
            Type::Array(element) => Value::array(vec![], Value::initial(program, element)),
            Type::Struct(id) => {
                let fields = &program.structure(*id).fields;
                Value::Struct(fields.iter().map(|(_, ty)| Value::initial(program, ty)).collect())
            }
            Type::Table(..) => Value::Table(BTreeMap::new()),
            Type::List(_) => Value::List(vec![]),
        }
    }

    /// An array with these cells, and this everywhere else.
    pub fn array(cells: Vec<Value>, beyond: Value) -> Value {
        Value::Array(Box::new(ArrayValue { cells, beyond, outside: BTreeMap::new() }))
    }

    /// Is it a value of this type?
    pub fn is_of(&self, program: &Program, ty: &Type) -> bool {
        match (self, ty) {
            (Value::Int(_), Type::Int)
            | (Value::Float(_), Type::Float)
            | (Value::Bool(_), Type::Bool) => true,
            (Value::Array(array), Type::Array(element)) => {
                let all = array.cells.iter().chain(array.outside.values());
                all.chain([&array.beyond]).all(|value| value.is_of(program, element))
            }
            (Value::Struct(values), Type::Struct(id)) => {
                let fields = &program.structure(*id).fields;
                let mut pairs = values.iter().zip(fields);
                values.len() == fields.len()
                    && pairs.all(|(value, (_, ty))| value.is_of(program, ty))
            }
            (Value::Table(entries), Type::Table(key, content)) => entries
                .iter()
                .all(|(from, to)| from.is_of(program, key) && to.is_of(program, content)),
            (Value::List(items), Type::List(item)) => {
                items.iter().all(|value| value.is_of(program, item))
            }
            _ => false,
        }
    }

    /// Does `=` hold between them? Arrays are equal if their lengths are and all their cells, also those beyond.
    pub fn is_same(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Array(left), Value::Array(right)) => left.is_same(right),
            (Value::Struct(left), Value::Struct(right)) => {
                left.len() == right.len()
                    && left.iter().zip(right).all(|(left, right)| left.is_same(right))
            }
            // Keys, contents and items are scalars.
            _ => self == other,
        }
    }
}

impl ArrayValue {
    /// |a|
    pub fn length(&self) -> Integer {
        Integer::from(self.cells.len() as i64)
    }

    /// The position of a cell within the length.
    pub fn position(&self, index: &Integer) -> Option<usize> {
        let position = usize::try_from(index.to_i64()?).ok()?;
        (position < self.cells.len()).then_some(position)
    }

    /// `a[i]`, as annotations read it: anywhere.
    pub fn read(&self, index: &Integer) -> &Value {
        match self.position(index) {
            Some(position) => &self.cells[position],
            None => self.outside.get(index).unwrap_or(&self.beyond),
        }
    }

    /// `a{i <- v}`, as annotations write it: anywhere. The length stays.
    pub fn write(&mut self, index: Integer, value: Value) {
        match self.position(&index) {
            Some(position) => self.cells[position] = value,
            None if value.is_same(&self.beyond) => {
                self.outside.remove(&index);
            }
            None => {
                self.outside.insert(index, value);
            }
        }
    }

    fn is_same(&self, other: &ArrayValue) -> bool {
        let all_same = |indices: &BTreeMap<Integer, Value>| {
            indices.keys().all(|index| self.read(index).is_same(other.read(index)))
        };
        self.cells.len() == other.cells.len()
            && self.beyond.is_same(&other.beyond)
            && self.cells.iter().zip(&other.cells).all(|(left, right)| left.is_same(right))
            && all_same(&self.outside)
            && all_same(&other.outside)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(cells: &[i64]) -> ArrayValue {
        let cells = cells.iter().copied().map(Value::from).collect();
        ArrayValue { cells, beyond: Value::from(0), outside: BTreeMap::new() }
    }

    #[test]
    fn arrays_are_read_and_written_everywhere() {
        let mut array = numbers(&[3, 1]);
        let [inside, before, after] = [1, -1, 2].map(Integer::from);
        array.write(inside.clone(), Value::from(7));
        array.write(before.clone(), Value::from(8));
        assert_eq!(array.read(&inside), &Value::from(7));
        assert_eq!(array.read(&before), &Value::from(8));
        assert_eq!(array.read(&after), &Value::from(0));
        assert_eq!(array.length(), Integer::from(2));
        array.write(before, Value::from(0));
        assert!(array.outside.is_empty(), "what is beyond anyway is not told");
    }

    #[test]
    fn arrays_are_the_same_if_no_index_tells_them_apart() {
        let mut array = numbers(&[3]);
        array.outside.insert(Integer::from(5), Value::from(0));
        assert!(array.is_same(&numbers(&[3])));
        assert!(!array.is_same(&numbers(&[3, 0])), "the length differs");
        array.outside.insert(Integer::from(-5), Value::from(1));
        assert!(!array.is_same(&numbers(&[3])));
        assert!(!numbers(&[3]).is_same(&array));
    }
}
