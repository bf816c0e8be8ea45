//! Walks over terms that share parts: each part is met once, however many ways lead to it.
//!
//! A text of n bytes can stand for a tree of 2ⁿ nodes, so that whoever looks at terms must not follow every way.

use crate::{IdSet, Op, Term, Terms};

/// A walk under way. The walker decides at each term whether to go on to its parts.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    seen: IdSet<Term>,
    stack: Vec<Term>,
}

impl Walk {
    /// A walk from some terms on.
    pub fn of(roots: &[Term]) -> Walk {
        let mut walk = Walk::default();
        walk.enter(roots);
        walk
    }

    /// The next term, which was not met before.
    pub fn step(&mut self) -> Option<Term> {
        loop {
            let term = self.stack.pop()?;
            if self.seen.insert(term) {
                return Some(term);
            }
        }
    }

    /// These come next, in this order.
    pub fn enter(&mut self, parts: &[Term]) {
        self.stack.extend(parts.iter().rev());
    }
}

impl Terms {
    /// The sub-terms of some terms, themselves included: each once, arguments first.
    pub fn subterms(&self, roots: &[Term]) -> Vec<Term> {
        let (mut found, mut walk) = (Vec::new(), Walk::of(roots));
        while let Some(part) = walk.step() {
            found.push(part);
            walk.enter(self.arguments(part));
        }
        // A term's arguments have smaller numbers.
        found.sort_unstable();
        found
    }

    /// The conjuncts of a formula, conjunctions inside conjunctions included: each once, in order, and none for ⊤.
    pub fn conjuncts(&self, formula: Term) -> Vec<Term> {
        let (mut found, mut walk) = (Vec::new(), Walk::of(&[formula]));
        while let Some(part) = walk.step() {
            match self.op(part) {
                Op::And => walk.enter(self.arguments(part)),
                Op::True => {}
                _ => found.push(part),
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sort;

    #[test]
    fn conjuncts_come_once_and_in_order_however_they_are_shared() {
        let mut terms = Terms::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| terms.fresh_constant(name, Sort::BOOL));
        let right = terms.and(&[b, c]);
        let mut formula = terms.and(&[a, right]);
        for _ in 0..100 {
            formula = terms.and(&[formula, formula, c]);
        }
        assert_eq!(terms.conjuncts(formula), [a, b, c]);
        let top = terms.and(&[]);
        assert_eq!(terms.conjuncts(top), []);
    }
}
