//! Sorts: what a term ranges over.

use crate::id::Datatype;

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
