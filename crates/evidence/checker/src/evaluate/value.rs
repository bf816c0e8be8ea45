//! Values of a model, each with one number: equal values are equal numbers.
//!
//! An array over the integers is what it reads before its first step and from each step on, where
//! neighbouring readings differ. Any other array is a default and the exceptions to it. Over
//! infinitely many indices the default is what is read at all but finitely many. Over n indices a
//! default with fewer than n/2 exceptions is read more often than anything else; if there are more,
//! the reading that is most frequent becomes the default, of several the one with the smallest
//! number. So there is one form of each function.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use buttress_logic::{Constructor, Sort};
use buttress_numeric::Rational;

/// A value, by its number in the store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Value(u32);

impl Value {
    /// ⊥
    pub const FALSE: Value = Value(0);
    /// ⊤
    pub const TRUE: Value = Value(1);
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        if value { Value::TRUE } else { Value::FALSE }
    }
}

/// What a value is made of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    Bool(bool),
    Number(Rational),
    /// One of the elements of an uninterpreted sort.
    Element(Sort, u32),
    /// An array over the integers: the reading before the first step, and those from each step on.
    Steps(Sort, Value, Rc<Vec<(Rational, Value)>>),
    /// Another array: the default, and the exceptions in the order of their indices' numbers.
    Table(Sort, Value, Rc<Vec<(Value, Value)>>),
    Built(Constructor, Rc<[Value]>),
}

/// All values met so far.
#[derive(Debug)]
pub struct Values {
    kinds: Vec<Kind>,
    numbers: HashMap<Kind, Value>,
}

impl Values {
    pub fn new() -> Values {
        let mut values = Values { kinds: Vec::new(), numbers: HashMap::new() };
        values.value(Kind::Bool(false));
        values.value(Kind::Bool(true));
        values
    }

    /// The value of this kind, which is in its one form.
    pub fn value(&mut self, kind: Kind) -> Value {
        if let Some(value) = self.numbers.get(&kind) {
            return *value;
        }
        let value = Value(self.kinds.len() as u32);
        self.kinds.push(kind.clone());
        self.numbers.insert(kind, value);
        value
    }

    pub fn kind(&self, value: Value) -> &Kind {
        &self.kinds[value.0 as usize]
    }

    pub fn number(&mut self, number: Rational) -> Value {
        self.value(Kind::Number(number))
    }

    pub fn as_number(&self, value: Value) -> Option<&Rational> {
        match self.kind(value) {
            Kind::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The array over the integers that reads `first`, and from each place on, up to the next, the
    /// value given with it. The places are in order.
    pub fn steps(&mut self, sort: Sort, first: Value, steps: Vec<(Rational, Value)>) -> Value {
        let mut before = first;
        let mut kept: Vec<(Rational, Value)> = Vec::with_capacity(steps.len());
        for (place, value) in steps {
            if value != before {
                kept.push((place, value));
                before = value;
            }
        }
        self.value(Kind::Steps(sort, first, Rc::new(kept)))
    }

    /// The array with a default and exceptions, the last one of an index counting. `indices` are all
    /// there are, if they are finitely many and not far more than the exceptions.
    pub fn table(
        &mut self,
        sort: Sort,
        default: Value,
        exceptions: BTreeMap<Value, Value>,
        indices: Option<&[Value]>,
    ) -> Value {
        let read = |index: &Value| exceptions.get(index).copied().unwrap_or(default);
        let others = exceptions.values().filter(|value| **value != default).count();
        let pairs: Vec<(Value, Value)> = match indices {
            Some(indices) if 2 * others >= indices.len() => {
                indices.iter().map(|index| (*index, read(index))).collect()
            }
            _ => {
                let pairs = exceptions.into_iter().filter(|(_, value)| *value != default);
                return self.value(Kind::Table(sort, default, Rc::new(pairs.collect())));
            }
        };
        let mut readers: BTreeMap<Value, usize> = BTreeMap::new();
        for (_, value) in &pairs {
            *readers.entry(*value).or_default() += 1;
        }
        let most = readers.values().copied().max().unwrap_or(0);
        let chosen = readers.into_iter().find(|(_, count)| *count == most);
        let chosen = chosen.map_or(default, |(value, _)| value);
        let mut pairs: Vec<_> = pairs.into_iter().filter(|(_, value)| *value != chosen).collect();
        pairs.sort_unstable();
        self.value(Kind::Table(sort, chosen, Rc::new(pairs)))
    }

    /// What an array reads at an index.
    pub fn read(&self, array: Value, index: Value) -> Option<Value> {
        match self.kind(array) {
            Kind::Steps(_, first, steps) => {
                let index = self.as_number(index)?;
                let after = steps.partition_point(|(place, _)| place <= index);
                Some(after.checked_sub(1).map_or(*first, |at| steps[at].1))
            }
            Kind::Table(_, default, pairs) => {
                let found = pairs.binary_search_by_key(&index, |(index, _)| *index);
                Some(found.map_or(*default, |at| pairs[at].1))
            }
            _ => None,
        }
    }
}
