//! Definitions by cases: the branch that holds, found at once.
//!
//! Models list the values of a function as a chain of `ite` over equations between parameters and
//! values. Walking the chain at each call would take time quadratic in its length.

use std::collections::HashMap;

use crate::{Term, Value};

/// A body taken apart: as far as it says `(ite (x, … = v, …) branch …)`, a branch for each v, ….
pub(super) struct Cases {
    pub(super) branches: HashMap<Vec<Value>, Term>,
    pub(super) rest: Term,
}

impl Cases {
    /// A term that has the value of the body for these arguments.
    pub(super) fn case(&self, arguments: &[Value]) -> Term {
        self.branches.get(arguments).copied().unwrap_or(self.rest)
    }
}
