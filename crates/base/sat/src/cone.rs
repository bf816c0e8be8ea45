//! The cone of a query: the variables it depends on, closed under fan-in.
//!
//! Search is restricted to the cone. Unsat stays unsat, as only fewer clauses are used. Sat
//! stays sat when every assignment to the cone that satisfies its clauses extends to the rest;
//! clauses that define gates have this property by construction.

use std::sync::Arc;

use buttress_prop::{Fanin, IndexVec, Var};

#[derive(Clone, Debug, Default)]
pub(crate) struct Cone {
    fanin: Arc<Fanin>,
    /// Variables that belong to every cone.
    always: Vec<Var>,
    is_always: IndexVec<Var, bool>,
    /// One byte for each variable, so that propagation finds many of them in a line of the cache.
    is_member: IndexVec<Var, bool>,
    members: Vec<Var>,
    whole: bool,
    /// How many roots the last cone was computed from, and whether it is still good.
    roots: usize,
    is_stale: bool,
}

impl Cone {
    pub(crate) fn add_var(&mut self) {
        self.is_member.push(false);
        self.is_always.push(false);
    }

    pub(crate) fn set_fanin(&mut self, fanin: Arc<Fanin>) {
        self.is_stale = true;
        self.fanin = fanin;
    }

    pub(crate) fn fanin(&self) -> &Arc<Fanin> {
        &self.fanin
    }

    pub(crate) fn keep(&mut self, var: Var) {
        if !std::mem::replace(&mut self.is_always[var], true) {
            self.always.push(var);
            self.is_stale |= !self.is_member[var];
        }
    }

    /// The whole formula is searched.
    pub(crate) fn set_whole(&mut self) {
        self.whole = true;
    }

    /// Back to the cone that was last computed.
    pub(crate) fn set_restricted(&mut self) {
        self.whole = false;
    }

    /// Only what `roots` and the kept variables depend on is searched.
    ///
    /// A cone that holds the roots already and was not made for many more is used again: any
    /// superset of the cone serves, and the queries of one generalisation shrink step by step.
    pub(crate) fn restrict(&mut self, roots: impl Iterator<Item = Var> + Clone) {
        self.whole = false;
        let count = roots.clone().count();
        if !self.is_stale
            && !self.members.is_empty()
            && 3 * count >= 2 * self.roots
            && roots.clone().all(|var| self.is_member[var])
        {
            return;
        }
        self.roots = count;
        self.is_stale = false;
        for var in self.members.drain(..) {
            self.is_member[var] = false;
        }
        for position in 0..self.always.len() {
            self.add(self.always[position]);
        }
        for var in roots {
            self.add(var);
        }
        let mut done = 0;
        while done < self.members.len() {
            let var = self.members[done];
            done += 1;
            for &child in self.fanin.of(var) {
                if !self.is_member[child] {
                    self.is_member[child] = true;
                    self.members.push(child);
                }
            }
        }
    }

    fn add(&mut self, var: Var) {
        if !self.is_member[var] {
            self.is_member[var] = true;
            self.members.push(var);
        }
    }

    /// The variables that belong to every cone.
    pub(crate) fn always(&self) -> &[Var] {
        &self.always
    }

    #[inline]
    pub(crate) fn contains(&self, var: Var) -> bool {
        self.whole || self.is_member[var]
    }

    pub(crate) fn is_whole(&self) -> bool {
        self.whole
    }

    pub(crate) fn members(&self) -> &[Var] {
        &self.members
    }
}
