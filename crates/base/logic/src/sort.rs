//! Sorts: what a term ranges over.

use crate::{Datatype, Terms};

/// A sort, by its number in the store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Sort(pub(crate) u32);

impl Sort {
    /// The truth values.
    pub const BOOL: Sort = Sort(0);
    /// The integers.
    pub const INT: Sort = Sort(1);
    /// The rationals: SMT-LIB's `Real`, of which linear formulas cannot tell the difference.
    pub const REAL: Sort = Sort(2);

    /// Its position among the sorts of the store.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Is it `Int` or `Real`?
    pub fn is_arithmetic(self) -> bool {
        self == Sort::INT || self == Sort::REAL
    }
}

/// What a sort is made of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SortKind {
    /// `Bool`
    Bool,
    /// `Int`
    Int,
    /// `Real`
    Real,
    /// A declared sort, applied to its arguments. Each declaration has a number of its own.
    Uninterpreted {
        /// Its name in the source.
        name: String,
        /// Which declaration it is: names may be declared again after a `pop`.
        declaration: u32,
        /// Its arguments.
        arguments: Vec<Sort>,
    },
    /// `(Array index element)`
    Array {
        /// What is read at.
        index: Sort,
        /// What is read.
        element: Sort,
    },
    /// An algebraic datatype, with its parameters filled in.
    Datatype(Datatype),
}

impl Terms {
    /// What a sort is made of.
    pub fn sort_kind(&self, sort: Sort) -> &SortKind {
        &self.sorts[sort.index()]
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
        self.sort_declarations += 1;
        self.sort_declarations - 1
    }

    /// The sort of this kind.
    pub fn sort(&mut self, kind: SortKind) -> Sort {
        if let Some(sort) = self.sort_numbers.get(&kind) {
            return *sort;
        }
        let sort = Sort(self.sorts.len() as u32);
        self.sorts.push(kind.clone());
        self.sort_numbers.insert(kind, sort);
        sort
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
