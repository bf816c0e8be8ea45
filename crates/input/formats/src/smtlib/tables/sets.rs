//! Sets of keys.
//!
//! They are no sort of scripts. While terms are read, a set stands among them as a function of a
//! reserved sort, applied to what makes a key a member of it: a formula over one variable, made from
//! `k ∈ keys(h)` by ∧, ∨, ¬ and `ite`. Asking for a member puts the key for the variable, and only
//! then does a proper formula arise.

use std::collections::HashMap;

use buttress_logic::{Op, Sort, SortKind, Term};

use super::operation::Operation;
use super::reserved::Entry;
use super::state::{Placeholder, SetSort};
use crate::limits::MOST_EXPANDED;
use crate::smtlib::sexpr::Node;
use crate::smtlib::term::TermReader;
use crate::smtlib::{Error, Kind};

impl TermReader<'_> {
    fn set_sort(&mut self, key: Sort) -> SetSort {
        if let Some(known) = self.signature.tables.sets.get(&key) {
            return *known;
        }
        let (name, declaration) = ("@KeySet".to_owned(), self.terms.declare_sort());
        let kind = SortKind::Uninterpreted { name, declaration, arguments: vec![key] };
        let sort = self.terms.sort(kind);
        let set = self.terms.declare_function("@set", &[Sort::BOOL], sort);
        let variable = self.terms.new_bound("@k", key);
        let made = SetSort { set, variable: self.terms.bound(variable) };
        self.signature.tables.sets.insert(key, made);
        self.signature.tables.key_sorts.insert(sort, key);
        made
    }

    /// `(keys h)`
    pub(super) fn keys_of(&mut self, entry: Entry, key: Sort, table: Term) -> Term {
        let SetSort { set, variable } = self.set_sort(key);
        let condition = self.is_key(entry, table, variable);
        self.terms.apply(set, &[condition])
    }

    fn is_key(&mut self, entry: Entry, table: Term, key: Term) -> Term {
        let found = self.terms.select(table, key);
        let is_nothing = self.terms.test(entry.nothing, found);
        self.terms.not(is_nothing)
    }

    /// The argument at a place must be a set, of keys of this sort if one is given: its condition,
    /// and the sort of the keys.
    fn expect_set(
        &self,
        node: Node,
        base: usize,
        place: usize,
        key: Option<Sort>,
    ) -> Result<(Term, Sort), Error> {
        let term = self.values[base + place];
        match (self.signature.tables.placeholder(self.terms, term), key) {
            (Some(Placeholder::Set(sort)), Some(key)) if sort != key => {
                let (key, sort) = (self.show(key), self.show(sort));
                let message = format!("expected a set of keys of sort {key}, found one of {sort}");
                Err(self.source.error(self.argument(node, place), Kind::Sort, message))
            }
            (Some(Placeholder::Set(sort)), _) => Ok((self.terms.argument(term, 0), sort)),
            _ => {
                let found = self.terms.sort_of(term);
                let error = self.not_of(self.argument(node, place), "a set of keys", found);
                let is_table = self.expect_table(node, base, place).is_ok();
                let hint = is_table.then(|| "write `(keys h)` for a hashtable h".to_owned());
                Err(if is_table { error.hinting(hint) } else { error })
            }
        }
    }

    /// ∪, ∩ and complement.
    pub(super) fn combine_sets(
        &mut self,
        operation: Operation,
        node: Node,
        base: usize,
    ) -> Result<Term, Error> {
        let mut key = None;
        let mut conditions = Vec::new();
        for place in 0..self.values.len() - base {
            let (condition, sort) = self.expect_set(node, base, place, key)?;
            conditions.push(condition);
            key = Some(sort);
        }
        let condition = match (operation, &conditions[..]) {
            (Operation::Union, _) => self.terms.or(&conditions),
            (Operation::Complement, [condition]) => self.terms.not(*condition),
            _ => self.terms.and(&conditions),
        };
        let set = self.set_sort(key.unwrap_or(Sort::BOOL)).set;
        Ok(self.terms.apply(set, &[condition]))
    }

    /// `(ite F S T)`
    pub(super) fn choose_set(&mut self, node: Node, base: usize, key: Sort) -> Result<Term, Error> {
        self.expect(node, base, 0, Sort::BOOL)?;
        let (then, _) = self.expect_set(node, base, 1, Some(key))?;
        let (otherwise, _) = self.expect_set(node, base, 2, Some(key))?;
        let condition = self.terms.ite(self.values[base], then, otherwise);
        let set = self.set_sort(key).set;
        Ok(self.terms.apply(set, &[condition]))
    }

    /// `(in-keys k h)` for a hashtable or set h.
    pub(super) fn member(&mut self, node: Node, base: usize) -> Result<Term, Error> {
        if let Ok((entry, key)) = self.expect_table(node, base, 1) {
            self.expect(node, base, 0, key)?;
            return Ok(self.is_key(entry, self.values[base + 1], self.values[base]));
        }
        let sort = self.terms.sort_of(self.values[base + 1]);
        let Some(Placeholder::Set(key)) =
            self.signature.tables.placeholder(self.terms, self.values[base + 1])
        else {
            return Err(self.not_of(self.argument(node, 1), "a hashtable or a set of keys", sort));
        };
        self.expect(node, base, 0, key)?;
        let condition = self.terms.argument(self.values[base + 1], 0);
        self.put_key(node, condition, key, self.values[base])
    }

    /// `(subset S T)`: ∀k. k ∈ S → k ∈ T
    pub(super) fn subset(&mut self, node: Node, base: usize) -> Result<Term, Error> {
        let (inner, key) = self.expect_set(node, base, 0, None)?;
        let (outer, _) = self.expect_set(node, base, 1, Some(key))?;
        let condition = self.terms.implies(inner, outer);
        self.for_all_keys(node, condition, key)
    }

    /// `=` and `distinct`: sets are equal if ∀k. k ∈ S ↔ k ∈ T.
    pub(super) fn compare_sets(
        &mut self,
        is_equal: bool,
        node: Node,
        base: usize,
        key: Sort,
    ) -> Result<Term, Error> {
        let mut conditions = Vec::new();
        for place in 0..self.values.len() - base {
            conditions.push(self.expect_set(node, base, place, Some(key))?.0);
        }
        let mut parts = Vec::new();
        for (place, right) in conditions.iter().enumerate() {
            // Neighbours are equal; of different sets, all pairs are different.
            let first = if is_equal { place.saturating_sub(1) } else { 0 };
            for left in &conditions[first..place] {
                let condition = self.terms.equal(*left, *right);
                let equal = self.for_all_keys(node, condition, key)?;
                parts.push(if is_equal { equal } else { self.terms.not(equal) });
            }
        }
        Ok(self.terms.and(&parts))
    }

    fn for_all_keys(&mut self, node: Node, condition: Term, key: Sort) -> Result<Term, Error> {
        let bound = self.terms.new_bound("@k", key);
        let variable = self.terms.bound(bound);
        let body = self.put_key(node, condition, key, variable)?;
        let binder = self.terms.new_binder(&[bound]);
        Ok(self.terms.forall(binder, body))
    }

    /// A condition with a key for its variable. Only the parts that a condition is made of are gone
    /// through, not the tables in it.
    fn put_key(
        &mut self,
        node: Node,
        condition: Term,
        key: Sort,
        member: Term,
    ) -> Result<Term, Error> {
        let variable = self.set_sort(key).variable;
        let mut known: HashMap<Term, Term> = HashMap::from([(variable, member)]);
        let mut stack = vec![condition];
        while let Some(&term) = stack.last() {
            if known.contains_key(&term) {
                stack.pop();
                continue;
            }
            // The places of the arguments that mention the variable.
            let open = match self.terms.op(term) {
                Op::Ite | Op::Select => 1..self.terms.arguments(term).len(),
                _ => 0..self.terms.arguments(term).len(),
            };
            let waiting = stack.len();
            let mut arguments = self.terms.arguments(term).to_vec();
            for argument in &mut arguments[open] {
                match known.get(argument) {
                    Some(made) => *argument = *made,
                    None => stack.push(*argument),
                }
            }
            if stack.len() > waiting {
                continue;
            }
            self.expanded += 1;
            if self.expanded > MOST_EXPANDED {
                let message = format!("the sets of keys expand to more than {MOST_EXPANDED} terms");
                return Err(self.source.error(node, Kind::Unsupported, message));
            }
            let made = self.terms.rebuild(term, &arguments);
            known.insert(term, made);
        }
        Ok(known.get(&condition).copied().unwrap_or(condition))
    }
}
