//! What the extension has made so far, and the terms that stand for something that is none.

use std::collections::HashMap;
use std::sync::Arc;

use buttress_logic::{Function, Sort, SortKind, Term, Terms};

use super::operation::UNDEFINED;
use crate::smtlib::reading::Reading;

/// What the extension has made so far.
#[derive(Clone, Default, Debug)]
pub(crate) struct Tables {
    pub reading: Reading,
    /// By the sort of the tables.
    pub missing: HashMap<Sort, Function>,
    /// Functions that the command at hand uses.
    pub asked: Vec<Function>,
    /// Sorts of sets, by the sort of the keys.
    pub sets: HashMap<Sort, SetSort>,
    /// The sort of the keys, by the sort of sets.
    pub key_sorts: HashMap<Sort, Sort>,
    /// What stands for `undef`.
    pub undefined: Option<Term>,
    /// For quantified formulas: the reads inside that none of their variables has guarded.
    pub open_reads: HashMap<Term, Arc<[Term]>>,
}

/// What stands for sets of keys of one sort.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SetSort {
    /// Applied to the condition of membership, it stands for the set.
    pub set: Function,
    /// The variable of that condition.
    pub variable: Term,
}

/// A term that stands for something that is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Placeholder {
    /// `undef`
    Undefined,
    /// A set of keys of this sort.
    Set(Sort),
}

impl Placeholder {
    /// It in messages, and what it can be used for.
    pub fn describe(self) -> (&'static str, &'static str) {
        match self {
            Placeholder::Undefined => {
                ("`undef`", "it can be stored in a partial array, or compared with a read of one")
            }
            Placeholder::Set(_) => (
                "a set of keys",
                "sets can be compared, combined, and asked for a member with `in-keys`",
            ),
        }
    }
}

impl Tables {
    pub fn new(reading: Reading) -> Tables {
        Tables { reading, ..Tables::default() }
    }

    /// The function that says what tables of a sort read where they have nothing.
    pub fn missing(&mut self, terms: &mut Terms, table: Sort) -> Option<Function> {
        let function = match self.missing.get(&table) {
            Some(function) => *function,
            None => terms.missing_function(table)?,
        };
        self.missing.insert(table, function);
        if !self.asked.contains(&function) {
            self.asked.push(function);
        }
        Some(function)
    }

    /// The command at hand has failed.
    pub fn forget_asked(&mut self) {
        self.asked.clear();
    }

    /// What a term stands for, if it is no proper term.
    pub fn placeholder(&self, terms: &Terms, term: Term) -> Option<Placeholder> {
        self.placeholder_sort(terms, terms.sort_of(term))
    }

    pub fn placeholder_sort(&self, terms: &Terms, sort: Sort) -> Option<Placeholder> {
        if let Some(key) = self.key_sorts.get(&sort) {
            return Some(Placeholder::Set(*key));
        }
        let undefined = self.undefined?;
        (terms.sort_of(undefined) == sort).then_some(Placeholder::Undefined)
    }

    /// The term that stands for `undef`.
    pub fn undefined(&mut self, terms: &mut Terms) -> Term {
        *self.undefined.get_or_insert_with(|| {
            let (name, declaration) = ("@Undefined".to_owned(), terms.declare_sort());
            let kind = SortKind::Uninterpreted { name, declaration, arguments: Vec::new() };
            let sort = terms.sort(kind);
            terms.fresh_constant(UNDEFINED, sort)
        })
    }
}
