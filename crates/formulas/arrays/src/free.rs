//! Which bound variables occur free in a term, and whether a quantifier occurs.

use std::collections::HashMap;
use std::rc::Rc;

use buttress_logic::{Bound, Op, Term, Terms};

/// What is known of the variables of terms; a term is looked through once.
#[derive(Default, Debug)]
pub(crate) struct Free {
    known: HashMap<Term, Entry>,
}

#[derive(Clone, Debug)]
struct Entry {
    /// In order, each once.
    bounds: Rc<[Bound]>,
    has_quantifier: bool,
}

impl Free {
    /// The free variables of a term, in order, each once.
    pub(crate) fn bounds(&mut self, terms: &Terms, term: Term) -> Rc<[Bound]> {
        self.entry(terms, term).bounds
    }

    /// Has the term no free variable?
    pub(crate) fn is_ground(&mut self, terms: &Terms, term: Term) -> bool {
        self.bounds(terms, term).is_empty()
    }

    /// Does a quantifier occur in the term?
    pub(crate) fn has_quantifier(&mut self, terms: &Terms, term: Term) -> bool {
        self.entry(terms, term).has_quantifier
    }

    fn entry(&mut self, terms: &Terms, root: Term) -> Entry {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.known.contains_key(&term) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let arguments = terms.arguments(term);
            stack.extend(arguments.iter().filter(|argument| !self.known.contains_key(argument)));
            if stack.len() > before {
                continue;
            }
            let entry = self.combine(terms, term);
            self.known.insert(term, entry);
        }
        self.known[&root].clone()
    }

    /// The entry of a term from those of its arguments.
    fn combine(&self, terms: &Terms, term: Term) -> Entry {
        let parts: Vec<&Entry> =
            terms.arguments(term).iter().filter_map(|argument| self.known.get(argument)).collect();
        let mut has_quantifier = parts.iter().any(|part| part.has_quantifier);
        // Most terms have the variables of one of their arguments: that list is shared.
        let largest = parts.iter().max_by_key(|part| part.bounds.len());
        let is_all = |list: &Rc<[Bound]>| {
            parts.iter().all(|part| part.bounds.iter().all(|b| list.binary_search(b).is_ok()))
        };
        let mut bounds: Rc<[Bound]> = match largest {
            Some(largest) if is_all(&largest.bounds) => largest.bounds.clone(),
            _ => {
                let mut all: Vec<Bound> =
                    parts.iter().flat_map(|part| part.bounds.iter().copied()).collect();
                all.sort_unstable();
                all.dedup();
                all.into()
            }
        };
        match terms.op(term) {
            Op::Bound(bound) => bounds = Rc::new([bound]),
            Op::Forall(binder) | Op::Exists(binder) => {
                has_quantifier = true;
                let bound_here = terms.binder(binder);
                if bounds.iter().any(|bound| bound_here.contains(bound)) {
                    bounds = bounds.iter().filter(|b| !bound_here.contains(b)).copied().collect();
                }
            }
            _ => {}
        }
        Entry { bounds, has_quantifier }
    }
}
