//! What the store says of sorts.

use super::store::Terms;
use crate::id::Datatype;
use crate::sort::{Sort, SortKind};

impl Terms {
    /// What a sort is made of.
    pub fn sort_kind(&self, sort: Sort) -> &SortKind {
        self.sorts.kind(sort)
    }

    /// The number of sorts.
    pub fn sort_count(&self) -> usize {
        self.sorts.len()
    }

    /// All sorts, in the order in which they were made.
    pub fn sorts(&self) -> impl Iterator<Item = Sort> + use<> {
        (0..self.sorts.len() as u32).map(Sort)
    }

    /// A fresh number for the declaration of a sort.
    pub fn declare_sort(&mut self) -> u32 {
        self.sorts.declare()
    }

    /// The sort of this kind.
    pub fn sort(&mut self, kind: SortKind) -> Sort {
        self.sorts.intern(kind)
    }

    /// `(Array index element)`
    pub fn array_sort(&mut self, index: Sort, element: Sort) -> Sort {
        self.sort(SortKind::Array { index, element })
    }

    /// The index and element sorts of an array sort.
    pub fn array_parts(&self, sort: Sort) -> Option<(Sort, Sort)> {
        match self.sort_kind(sort) {
            SortKind::Array { index, element } => Some((*index, *element)),
            _ => None,
        }
    }

    /// The datatype that a sort is.
    pub fn as_datatype(&self, sort: Sort) -> Option<Datatype> {
        match self.sort_kind(sort) {
            SortKind::Datatype(datatype) => Some(*datatype),
            _ => None,
        }
    }
}
