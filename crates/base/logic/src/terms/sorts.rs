//! The sorts of a store.

use std::collections::HashMap;

use crate::sort::{Sort, SortKind};

/// Sorts by number; equal sorts are one.
#[derive(Clone, Debug, Default)]
pub(super) struct Sorts {
    kinds: Vec<SortKind>,
    numbers: HashMap<SortKind, Sort>,
    declarations: u32,
}

impl Sorts {
    pub(super) fn kind(&self, sort: Sort) -> &SortKind {
        &self.kinds[sort.index()]
    }

    pub(super) fn len(&self) -> usize {
        self.kinds.len()
    }

    /// A fresh number for a declaration.
    pub(super) fn declare(&mut self) -> u32 {
        self.declarations += 1;
        self.declarations - 1
    }

    /// The sort of a kind that there is.
    pub(super) fn find(&self, kind: &SortKind) -> Option<Sort> {
        self.numbers.get(kind).copied()
    }

    /// The sort of a kind.
    pub(super) fn intern(&mut self, kind: SortKind) -> Sort {
        if let Some(sort) = self.find(&kind) {
            return sort;
        }
        let sort = Sort(self.kinds.len() as u32);
        self.kinds.push(kind.clone());
        self.numbers.insert(kind, sort);
        sort
    }
}
