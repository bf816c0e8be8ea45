//! What occurs in a formula: predicates, quantifiers, and what clauses cannot speak of.

use std::collections::{HashMap, HashSet};

use buttress_horn::PredicateId;
use buttress_logic::{Function, Op, Sort, Term, Terms};

/// What occurs in a term.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Contents {
    /// A predicate of the clauses.
    pub predicate: bool,
    /// A quantifier.
    pub quantifier: bool,
    /// A term that is neither a formula, a number, nor an array or a value of a datatype made of these.
    pub foreign: bool,
}

impl Contents {
    fn join(self, other: Contents) -> Contents {
        Contents {
            predicate: self.predicate || other.predicate,
            quantifier: self.quantifier || other.quantifier,
            foreign: self.foreign || other.foreign,
        }
    }
}

/// The predicates of a script, and the contents of the terms that were asked about.
#[derive(Default)]
pub(crate) struct Vocabulary {
    predicates: HashMap<Function, PredicateId>,
    known: HashMap<Term, Contents>,
}

impl Vocabulary {
    /// From now on this function is a predicate: no term may mention it yet.
    pub fn declare(&mut self, function: Function, predicate: PredicateId) {
        self.predicates.insert(function, predicate);
    }

    /// The predicate that a term is an application of.
    pub fn predicate_of(&self, terms: &Terms, term: Term) -> Option<PredicateId> {
        match terms.op(term) {
            Op::Apply(function) => self.predicates.get(&function).copied(),
            _ => None,
        }
    }

    /// What occurs in a term.
    pub fn contents(&mut self, terms: &Terms, root: Term) -> Contents {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.known.contains_key(&term) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let mut contents = self.own(terms, term);
            for argument in terms.arguments(term) {
                match self.known.get(argument) {
                    Some(inner) => contents = contents.join(*inner),
                    None => stack.push(*argument),
                }
            }
            if stack.len() == before {
                self.known.insert(term, contents);
            }
        }
        self.known.get(&root).copied().unwrap_or_default()
    }

    /// What the top of a term adds to its arguments.
    fn own(&self, terms: &Terms, term: Term) -> Contents {
        let sort = terms.sort_of(term);
        Contents {
            predicate: self.predicate_of(terms, term).is_some(),
            quantifier: !terms.quantified(term).is_empty(),
            foreign: !is_plain(terms, sort),
        }
    }

    /// The first innermost term, in the order of the text, that clauses cannot speak of.
    pub fn first_foreign(&mut self, terms: &Terms, root: Term) -> Option<Term> {
        self.innermost(terms, root, |contents| contents.foreign)
    }

    /// The first quantified formula inside a term that has none inside itself.
    pub fn first_quantifier(&mut self, terms: &Terms, root: Term) -> Option<Term> {
        self.innermost(terms, root, |contents| contents.quantifier)
    }

    /// The first application of a predicate inside a term that has none inside itself.
    pub fn first_predicate(&mut self, terms: &Terms, root: Term) -> Option<Term> {
        self.innermost(terms, root, |contents| contents.predicate)
    }

    fn innermost(
        &mut self,
        terms: &Terms,
        root: Term,
        has: impl Fn(Contents) -> bool,
    ) -> Option<Term> {
        let mut found = has(self.contents(terms, root)).then_some(root)?;
        while let Some(inner) =
            terms.arguments(found).iter().find(|term| has(self.contents(terms, **term)))
        {
            found = *inner;
        }
        Some(found)
    }
}

/// Is it a sort that clauses can speak of: Bool, Int, Real, and the arrays and datatypes made of these?
pub(crate) fn is_plain(terms: &Terms, sort: Sort) -> bool {
    let mut seen: HashSet<Sort> = HashSet::new();
    let mut pending = vec![sort];
    while let Some(sort) = pending.pop() {
        if sort == Sort::BOOL || sort.is_arithmetic() || !seen.insert(sort) {
            continue;
        }
        if let Some((index, element)) = terms.array_parts(sort) {
            pending.extend([index, element]);
        } else if let Some(datatype) = terms.as_datatype(sort) {
            let constructors = terms.constructors(datatype).into_iter();
            let selectors = constructors.flat_map(|constructor| terms.selectors(constructor));
            pending.extend(selectors.map(|selector| terms.selector_sort(selector)));
        } else {
            return false;
        }
    }
    true
}
