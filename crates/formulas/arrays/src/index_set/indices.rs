//! Lists of indices.

use std::collections::HashSet;

use buttress_logic::{Term, Terms};

use super::reason::IndexReason;
use crate::linear::canonical;

/// A member of an index set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Index {
    /// The index.
    pub term: Term,
    /// Why it is there.
    pub reason: IndexReason,
}

/// A list of indices, of which no two are the same sum.
#[derive(Clone, Default, Debug)]
pub(crate) struct Indices {
    pub(super) list: Vec<Index>,
    keys: HashSet<Term>,
}

impl Indices {
    /// Adds an index; was it new?
    pub(crate) fn add(&mut self, terms: &mut Terms, term: Term, reason: IndexReason) -> bool {
        let key = canonical(terms, term);
        let is_new = self.keys.insert(key);
        if is_new {
            self.list.push(Index { term, reason });
        }
        is_new
    }

    pub(crate) fn contains(&self, terms: &mut Terms, term: Term) -> bool {
        let key = canonical(terms, term);
        self.keys.contains(&key)
    }
}
