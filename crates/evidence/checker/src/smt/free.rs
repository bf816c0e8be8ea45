//! Which terms have free variables.
//!
//! A variable is free in a term if it occurs there outside everything that binds it. Terms are
//! looked at in the order of the store, arguments first, each once. Equal sets of variables are one
//! set, so that shared terms cost little.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use buttress_logic::{Bound, Op, Term, Terms};

use crate::limits::MOST_FREE_WORK;

/// The number of the empty set.
const EMPTY: u32 = 0;
/// Stands for a set that is not known: it counts as not empty, whatever is bound.
const UNKNOWN: u32 = u32::MAX;

/// The free variables of the terms of a store.
pub struct Free {
    /// By term: the number of its set.
    numbers: Vec<u32>,
    /// In order, each variable once.
    sets: Vec<Rc<[Bound]>>,
    known: HashMap<Rc<[Bound]>, u32>,
    work: usize,
}

/// The variables that a term binds in its argument.
pub fn bound_by(terms: &Terms, term: Term) -> &[Bound] {
    match terms.op(term) {
        Op::Forall(binder) | Op::Exists(binder) | Op::Lambda(binder) => terms.binder(binder),
        _ => &[],
    }
}

impl Default for Free {
    fn default() -> Free {
        let empty: Rc<[Bound]> = Rc::default();
        let known = HashMap::from([(Rc::clone(&empty), EMPTY)]);
        Free { numbers: Vec::new(), sets: vec![empty], known, work: 0 }
    }
}

impl Free {
    /// Has the term certainly no free variable?
    pub fn is_closed(&mut self, terms: &Terms, term: Term) -> bool {
        // Without bound variables there is nothing to find out.
        if terms.bound_at(0).is_none() {
            return true;
        }
        for number in self.numbers.len()..terms.len() {
            let set = self.set_of(terms, Term(number as u32));
            self.numbers.push(set);
        }
        self.numbers[term.index()] == EMPTY
    }

    /// The set of a term, from those of its arguments.
    fn set_of(&mut self, terms: &Terms, term: Term) -> u32 {
        match terms.op(term) {
            Op::Bound(bound) => self.intern(vec![bound]),
            _ => {
                let set = self.union(terms.arguments(term));
                self.without(set, bound_by(terms, term))
            }
        }
    }

    fn union(&mut self, arguments: &[Term]) -> u32 {
        let set = |argument: &Term| self.numbers[argument.index()];
        let mut parts: Vec<u32> = arguments.iter().map(set).filter(|set| *set != EMPTY).collect();
        match parts[..] {
            [] => return EMPTY,
            [part] => return part,
            _ => {}
        }
        parts.sort_unstable();
        parts.dedup();
        if let [part] | [.., part @ UNKNOWN] = parts[..] {
            return part;
        }
        self.work += parts.iter().map(|part| self.sets[*part as usize].len()).sum::<usize>();
        if self.work > MOST_FREE_WORK {
            return UNKNOWN;
        }
        let sets = parts.iter().map(|part| &self.sets[*part as usize]);
        let mut all: Vec<Bound> = sets.flat_map(|set| set.iter().copied()).collect();
        all.sort_unstable();
        all.dedup();
        self.intern(all)
    }

    fn without(&mut self, set: u32, bounds: &[Bound]) -> u32 {
        if bounds.is_empty() || matches!(set, EMPTY | UNKNOWN) {
            return set;
        }
        let bounds: HashSet<Bound> = bounds.iter().copied().collect();
        let set = &self.sets[set as usize];
        self.work += set.len() + bounds.len();
        if self.work > MOST_FREE_WORK {
            return UNKNOWN;
        }
        let rest = set.iter().copied().filter(|bound| !bounds.contains(bound)).collect();
        self.intern(rest)
    }

    fn intern(&mut self, set: Vec<Bound>) -> u32 {
        if let Some(number) = self.known.get(&set[..]) {
            return *number;
        }
        let set: Rc<[Bound]> = set.into();
        let number = self.sets.len() as u32;
        self.sets.push(Rc::clone(&set));
        self.known.insert(set, number);
        number
    }
}

#[cfg(test)]
mod tests {
    use buttress_logic::{Sort, Terms};

    use super::Free;

    #[test]
    fn a_variable_is_free_outside_its_quantifiers() {
        let mut terms = Terms::new();
        let mut free = Free::default();
        let zero = terms.fresh_constant("zero", Sort::INT);
        assert!(free.is_closed(&terms, zero));
        let bounds = ["x", "y"].map(|name| terms.new_bound(name, Sort::INT));
        let [x, y] = bounds.map(|bound| terms.bound(bound));
        let [for_x, for_y] = bounds.map(|bound| terms.new_binder(&[bound]));
        let less = terms.less(x, y);
        let inner = terms.exists(for_y, less);
        let closed = terms.forall(for_x, inner);
        // The variable of the quantifier on the left is free on the right.
        let beside = terms.and(&[closed, inner]);
        let twice = terms.forall(for_x, beside);
        let again = terms.forall(for_x, twice);
        for (term, is_closed) in [
            (zero, true),
            (x, false),
            (less, false),
            (inner, false),
            (closed, true),
            (beside, false),
            (twice, true),
            (again, true),
        ] {
            assert_eq!(free.is_closed(&terms, term), is_closed, "{}", term.0);
        }
    }

    /// All of many variables are free in each of many terms: beyond the limit nothing is closed.
    #[test]
    fn what_is_not_known_is_not_closed() {
        const VARIABLES: usize = 10_000;
        let mut terms = Terms::new();
        let mut free = Free::default();
        let bounds: Vec<_> = (0..VARIABLES).map(|_| terms.new_bound("p", Sort::BOOL)).collect();
        let mut formula = terms.boolean(true);
        for bound in &bounds {
            let variable = terms.bound(*bound);
            formula = terms.and(&[variable, formula]);
        }
        let binder = terms.new_binder(&bounds);
        let closed = terms.forall(binder, formula);
        assert!(!free.is_closed(&terms, closed));
        // What does not mention those variables is known all the same.
        let other = terms.fresh_constant("other", Sort::BOOL);
        assert!(free.is_closed(&terms, other));
    }
}
