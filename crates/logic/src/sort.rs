//! Sorts: what a term ranges over.

use std::collections::{HashMap, HashSet};

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

/// How many values a sort has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cardinality {
    /// Exactly this many.
    Finite(u64),
    /// Finitely many, but more than fit into a number.
    Huge,
    /// Infinitely many in every interpretation.
    Infinite,
    /// It depends on what uninterpreted sorts are taken to be.
    Open,
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

    /// How many values a sort has.
    pub fn cardinality(&self, sort: Sort) -> Cardinality {
        if let Some(known) = self.cardinalities.borrow().get(&sort) {
            return *known;
        }
        let mut known = HashMap::new();
        let mut open = HashSet::new();
        // Sorts to be counted, each below those that it waits for.
        let mut stack = vec![sort];
        while let Some(sort) = stack.last().copied() {
            if known.contains_key(&sort) {
                stack.pop();
                continue;
            }
            let parts = self.parts_of(sort);
            let is_first_visit = open.insert(sort);
            let is_waiting = |part: &Sort| !known.contains_key(part) && !open.contains(part);
            if is_first_visit && parts.iter().any(is_waiting) {
                stack.extend(parts.into_iter().filter(is_waiting));
                continue;
            }
            // A part that is still open contains this sort: then both are infinite, for every
            // datatype has a value without itself, around which the recursive constructor goes.
            let of = |part: Sort| known.get(&part).copied().unwrap_or(Cardinality::Infinite);
            let cardinality = self.count(sort, of);
            known.insert(sort, cardinality);
            stack.pop();
        }
        let cardinality = known[&sort];
        self.cardinalities.borrow_mut().insert(sort, cardinality);
        cardinality
    }

    /// The sorts that a sort is made of.
    fn parts_of(&self, sort: Sort) -> Vec<Sort> {
        match self.sort_kind(sort) {
            SortKind::Array { index, element } => vec![*index, *element],
            SortKind::Datatype(datatype) => {
                let constructors = self.constructors(*datatype).into_iter();
                let selectors = constructors.flat_map(|constructor| self.selectors(constructor));
                selectors.map(|selector| self.selector_sort(selector)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The number of values, from those of the parts.
    fn count(&self, sort: Sort, of: impl Fn(Sort) -> Cardinality) -> Cardinality {
        use Cardinality::{Finite, Huge, Infinite, Open};
        match self.sort_kind(sort) {
            SortKind::Bool => Finite(2),
            SortKind::Int | SortKind::Real => Infinite,
            SortKind::Uninterpreted { .. } => Open,
            SortKind::Array { index, element } => match (of(*index), of(*element)) {
                (_, Finite(1)) => Finite(1),
                (_, Infinite) => Infinite,
                (Infinite, Finite(_) | Huge) => Infinite,
                (_, Open) | (Open, _) => Open,
                (Finite(index), Finite(element)) => {
                    let power = u32::try_from(index).ok().and_then(|by| element.checked_pow(by));
                    power.map_or(Huge, Finite)
                }
                _ => Huge,
            },
            SortKind::Datatype(datatype) => {
                let mut total = Finite(0);
                for constructor in self.constructors(*datatype) {
                    let mut product = Finite(1);
                    for selector in self.selectors(constructor) {
                        let field = of(self.selector_sort(selector));
                        product = combine(product, field, u64::checked_mul);
                    }
                    total = combine(total, product, u64::checked_add);
                }
                total
            }
        }
    }
}

fn combine(
    left: Cardinality,
    right: Cardinality,
    both: impl Fn(u64, u64) -> Option<u64>,
) -> Cardinality {
    use Cardinality::{Finite, Huge, Infinite, Open};
    match (left, right) {
        (Infinite, _) | (_, Infinite) => Infinite,
        (Open, _) | (_, Open) => Open,
        (Finite(left), Finite(right)) => both(left, right).map_or(Huge, Finite),
        _ => Huge,
    }
}
