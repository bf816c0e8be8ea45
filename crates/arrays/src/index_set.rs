//! The index set: the terms at which array properties must be instantiated.
//!
//! [`IndexSet`] is the thesis's, one set for each index sort; [`Candidates`] are smaller, a set for
//! each group of variables that meet. Both are made from the same sources.
//!
//! Invariant: every index remembers the rule that admitted it, so that a reduction can be explained
//! line by line. Source: thesis, array property fragment, index set.

mod candidates;
mod classes;
mod instances;
mod source;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

use buttress_logic::{Rational, Sort, Term, Terms, print_shared};

use crate::domain::Domain;
use crate::fragment::ArrayProperty;
use crate::free::Free;
use crate::linear::canonical;

pub use candidates::{Candidates, Component};
use instances::close;
use source::{Sources, sources};

/// How uninterpreted index sorts are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reading {
    /// As SMT-LIB has it: such a sort may be finite. The domain is cut down to the ground terms of
    /// the sort, so the set holds all of them, and no λ.
    #[default]
    SmtLib,
    /// As the thesis has it: index sorts are infinite, and λ stands for the indices not mentioned.
    Thesis,
}

/// Why a term is in an index set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It is the index of this read.
    Read(Term),
    /// It is an argument of this application, of a function that is applied to a universal variable.
    Argument(Term),
    /// It is the index of this write.
    Written(Term),
    /// It comes before the index of this write: elsewhere is `j ≤ i − 1 ∨ i + 1 ≤ j`.
    Before(Term),
    /// It comes after the index of this write.
    After(Term),
    /// It is compared with a universal variable in this atom of an index guard.
    Guard(Term),
    /// These arrays are compared: where they differ, if they do.
    Difference(Term),
    /// It is a term of an uninterpreted sort, which may have no other elements.
    Ground,
    /// It is λ: all indices that are not mentioned.
    Lambda,
    /// Nothing else is: every sort has an element.
    NotEmpty,
}

impl Reason {
    /// The reason, for a person.
    pub fn display(self, terms: &Terms) -> impl fmt::Display {
        let of = |term: Term| print_shared(terms, term);
        match self {
            Reason::Read(term) => format!("index of the read {}", of(term)),
            Reason::Argument(term) => format!("argument of {}", of(term)),
            Reason::Written(term) => format!("index of the write {}", of(term)),
            Reason::Before(term) => format!("just before the index of the write {}", of(term)),
            Reason::After(term) => format!("just after the index of the write {}", of(term)),
            Reason::Guard(term) => format!("in the index guard {}", of(term)),
            Reason::Difference(term) => format!("where the arrays of {} differ", of(term)),
            Reason::Ground => "a term of the index sort".to_owned(),
            Reason::Lambda => "stands for every index that is not mentioned".to_owned(),
            Reason::NotEmpty => "every sort has an element".to_owned(),
        }
    }
}

/// A member of an index set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Index {
    /// The index.
    pub term: Term,
    /// Why it is there.
    pub reason: Reason,
}

/// A list of indices, of which no two are the same sum.
#[derive(Clone, Default, Debug)]
pub(crate) struct Indices {
    list: Vec<Index>,
    keys: HashSet<Term>,
}

impl Indices {
    /// Adds an index; was it new?
    pub(crate) fn add(&mut self, terms: &mut Terms, term: Term, reason: Reason) -> bool {
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

/// The thesis's index set, for each sort that a universal variable ranges over.
///
/// Complete for properties inside the fragments if [`IndexSet::is_closed`]: by the projection of
/// the thesis for T_A^ℤ and for T_A over infinite sorts (with λ), and for uninterpreted sorts because
/// the domain may be cut down to the values of the set (see [`Reading`]).
#[derive(Clone, Debug)]
pub struct IndexSet {
    sets: BTreeMap<Sort, Indices>,
    lambdas: BTreeMap<Sort, Term>,
    is_closed: bool,
}

impl IndexSet {
    /// The index set of a problem: formulas that hold ground terms, and properties.
    pub fn new(
        terms: &mut Terms,
        roots: &[Term],
        properties: &[ArrayProperty],
        reading: Reading,
    ) -> IndexSet {
        let mut free = Free::default();
        let sources = sources(terms, &mut free, roots, properties);
        IndexSet::of(terms, &mut free, &sources, properties, reading)
    }

    fn of(
        terms: &mut Terms,
        free: &mut Free,
        sources: &Sources,
        properties: &[ArrayProperty],
        reading: Reading,
    ) -> IndexSet {
        let mut sets: BTreeMap<Sort, Indices> = BTreeMap::new();
        for bound in properties.iter().flat_map(|property| &property.universals) {
            sets.entry(terms.bound_sort(*bound)).or_default();
        }
        for source in &sources.ground {
            if let Some(set) = sets.get_mut(&terms.sort_of(source.term)) {
                set.add(terms, source.term, source.reason);
            }
        }
        let is_cut = |terms: &Terms, sort: Sort| {
            reading == Reading::SmtLib && Domain::of(terms, sort) == Domain::Uninterpreted
        };
        for term in &sources.uninterpreted {
            let sort = terms.sort_of(*term);
            if is_cut(terms, sort)
                && let Some(set) = sets.get_mut(&sort)
            {
                set.add(terms, *term, Reason::Ground);
            }
        }
        let mut lambdas = BTreeMap::new();
        let sorts: Vec<Sort> = sets.keys().copied().collect();
        for sort in sorts {
            let domain = Domain::of(terms, sort);
            let set = sets.entry(sort).or_default();
            if domain == Domain::Integer {
                if set.list.is_empty() {
                    let zero = terms.numeral(&Rational::ZERO, sort);
                    set.add(terms, zero, Reason::NotEmpty);
                }
            } else if is_cut(terms, sort) {
                if set.list.is_empty() {
                    let constant = terms.fresh_constant("some", sort);
                    set.add(terms, constant, Reason::NotEmpty);
                }
            } else {
                let lambda = terms.fresh_constant("lambda", sort);
                set.add(terms, lambda, Reason::Lambda);
                lambdas.insert(sort, lambda);
            }
        }
        let is_closed = close(terms, free, sources, &mut sets, |terms, sort| is_cut(terms, sort));
        IndexSet { sets, lambdas, is_closed }
    }

    /// The indices of a sort; none if no variable ranges over it.
    pub fn of_sort(&self, sort: Sort) -> &[Index] {
        self.sets.get(&sort).map_or(&[], |set| &set.list)
    }

    /// The sorts that variables range over.
    pub fn sorts(&self) -> impl Iterator<Item = Sort> {
        self.sets.keys().copied()
    }

    /// λ of a sort, if it has one: a constant different from all other indices of the sort.
    pub fn lambda(&self, sort: Sort) -> Option<Term> {
        self.lambdas.get(&sort).copied()
    }

    /// Is the set complete? Otherwise instantiation makes ever new terms of an uninterpreted sort
    /// (as ∀x. a\[x\] ≠ x does), or too many to list: an answer `unsat` stands, but not `sat`.
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// λ ≠ i for all other indices i.
    pub fn lambda_differs(&self, terms: &mut Terms) -> Vec<Term> {
        let mut formulas = Vec::new();
        for (sort, lambda) in &self.lambdas {
            for index in self.of_sort(*sort) {
                if index.term != *lambda {
                    formulas.push(terms.distinct(&[*lambda, index.term]));
                }
            }
        }
        formulas
    }

    /// How many instances these properties have over the set; `None` if too many to count.
    pub fn instance_count(&self, terms: &Terms, properties: &[ArrayProperty]) -> Option<u64> {
        let mut sum = 0_u64;
        for property in properties {
            let mut product = 1_u64;
            for bound in &property.universals {
                let size = self.of_sort(terms.bound_sort(*bound)).len() as u64;
                product = product.checked_mul(size)?;
            }
            sum = sum.checked_add(product)?;
        }
        Some(sum)
    }

    /// All instances of a formula: its variables are replaced by all indices of their sorts.
    ///
    /// # Errors
    /// If there are more than `most`: their number, or `None` if it is too large to count.
    pub fn instances(
        &self,
        terms: &mut Terms,
        property: &ArrayProperty,
        most: u64,
    ) -> Result<Vec<Term>, Option<u64>> {
        let count = self.instance_count(terms, std::slice::from_ref(property));
        if count.is_none_or(|count| count > most) {
            return Err(count);
        }
        let body = property.body(terms);
        let mut maps: Vec<HashMap<Term, Term>> = vec![HashMap::new()];
        for bound in &property.universals {
            let variable = terms.bound(*bound);
            let indices = self.of_sort(terms.bound_sort(*bound));
            let longer = maps.iter().flat_map(|map| {
                indices.iter().map(move |index| {
                    let mut map = map.clone();
                    map.insert(variable, index.term);
                    map
                })
            });
            maps = longer.collect();
        }
        Ok(maps.iter().map(|map| buttress_logic::substitute(terms, body, map)).collect())
    }
}
