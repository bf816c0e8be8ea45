//! Which terms depend on which variables.

use std::collections::HashMap;

use crate::{Bound, Op, Term, Terms, Walk};

/// The variables of a formula, and those on which each term below it depends.
pub(in crate::evaluate) struct Reach {
    variables: Vec<Bound>,
    masks: HashMap<Term, u128>,
}

impl Reach {
    /// The variables that a quantified formula or lambda binds, or that are bound within it. `None`
    /// if there are too many.
    pub fn new(terms: &Terms, formula: Term) -> Option<Reach> {
        let below = terms.subterms(&[formula]);
        let mut variables = Vec::new();
        for term in &below {
            if let Op::Forall(binder) | Op::Exists(binder) | Op::Lambda(binder) = terms.op(*term) {
                variables.extend(terms.binder(binder));
            }
        }
        variables.sort_unstable();
        variables.dedup();
        Reach::with(terms, &below, variables)
    }

    /// The parameters of a definition alone.
    pub fn of_body(terms: &Terms, body: Term, parameters: &[Bound]) -> Option<Reach> {
        Reach::with(terms, &terms.subterms(&[body]), parameters.to_vec())
    }

    fn with(terms: &Terms, below: &[Term], variables: Vec<Bound>) -> Option<Reach> {
        if variables.len() > 128 {
            return None;
        }
        let places: HashMap<Bound, u128> =
            variables.iter().enumerate().map(|(place, bound)| (*bound, 1 << place)).collect();
        let mut masks: HashMap<Term, u128> = HashMap::with_capacity(below.len());
        for term in below {
            let op = terms.op(*term);
            let arguments = terms.arguments(*term).iter();
            let mut mask = arguments.fold(0, |mask, argument| mask | masks[argument]);
            match op {
                Op::Bound(bound) => mask = places.get(&bound).copied().unwrap_or(0),
                Op::Forall(binder) | Op::Exists(binder) | Op::Lambda(binder) => {
                    for bound in terms.binder(binder) {
                        mask &= !places.get(bound).copied().unwrap_or(0);
                    }
                }
                _ => {}
            }
            masks.insert(*term, mask);
        }
        Some(Reach { variables, masks })
    }

    /// The variables, each at its place.
    pub fn variables(&self) -> &[Bound] {
        &self.variables
    }

    /// The variables that are free in a term, one bit for each.
    pub fn mask(&self, term: Term) -> u128 {
        self.masks.get(&term).copied().unwrap_or(0)
    }

    /// Is any variable free in a term?
    pub fn is_dependent(&self, term: Term) -> bool {
        self.mask(term) != 0
    }

    /// The term and the terms below it in which variables are free, arguments first. What lies
    /// below a term without free variables is left out.
    pub fn dependent(&self, terms: &Terms, root: Term) -> Vec<Term> {
        let (mut found, mut walk) = (Vec::new(), Walk::of(&[root]));
        while let Some(term) = walk.step() {
            if self.is_dependent(term) {
                found.push(term);
                walk.enter(terms.arguments(term));
            }
        }
        found.sort_unstable();
        found
    }
}
