//! Vectors whose index is a type of its own.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use crate::{Lit, Var};

/// A type that is a position in a vector.
pub trait Index: Copy {
    /// The position.
    fn index(self) -> usize;
}

impl Index for Var {
    fn index(self) -> usize {
        Var::index(self)
    }
}

impl Index for Lit {
    fn index(self) -> usize {
        Lit::index(self)
    }
}

/// A vector indexed by `K` alone; as a slice it lends its values in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexVec<K, V> {
    values: Vec<V>,
    key: PhantomData<fn(K)>,
}

impl<K: Index, V> IndexVec<K, V> {
    /// An empty vector.
    pub const fn new() -> Self {
        IndexVec { values: Vec::new(), key: PhantomData }
    }

    /// Appends a value.
    pub fn push(&mut self, value: V) {
        self.values.push(value);
    }

    /// Shortens to `length` values.
    pub fn truncate(&mut self, length: usize) {
        self.values.truncate(length);
    }

    /// The value at `key`, if the vector reaches that far.
    pub fn get_at(&self, key: K) -> Option<&V> {
        self.values.get(key.index())
    }
}

impl<K: Index, V: Clone> IndexVec<K, V> {
    /// `length` copies of `value`.
    pub fn filled(value: V, length: usize) -> Self {
        IndexVec { values: vec![value; length], key: PhantomData }
    }

    /// Grows with copies of `value`, or shortens, to `length`.
    pub fn resize(&mut self, length: usize, value: V) {
        self.values.resize(length, value);
    }
}

impl<K: Index, V> Default for IndexVec<K, V> {
    fn default() -> Self {
        IndexVec::new()
    }
}

impl<K: Index, V> FromIterator<V> for IndexVec<K, V> {
    fn from_iter<I: IntoIterator<Item = V>>(values: I) -> Self {
        IndexVec { values: values.into_iter().collect(), key: PhantomData }
    }
}

impl<K, V> Deref for IndexVec<K, V> {
    type Target = [V];
    fn deref(&self) -> &[V] {
        &self.values
    }
}

impl<K, V> DerefMut for IndexVec<K, V> {
    fn deref_mut(&mut self) -> &mut [V] {
        &mut self.values
    }
}

impl<K: Index, V> std::ops::Index<K> for IndexVec<K, V> {
    type Output = V;
    fn index(&self, key: K) -> &V {
        &self.values[key.index()]
    }
}

impl<K: Index, V> std::ops::IndexMut<K> for IndexVec<K, V> {
    fn index_mut(&mut self, key: K) -> &mut V {
        &mut self.values[key.index()]
    }
}
