//! Literals over arrays and datatypes, simplified as the model has it.

use std::collections::{HashMap, HashSet};

use buttress_logic::{Constructor, Op, Term};

use super::{StructureProjection, is_structure, signed};

impl StructureProjection<'_> {
    /// Simplifies every literal.
    pub(super) fn settle(&mut self) -> Option<()> {
        let mut pending = std::mem::take(&mut self.literals);
        pending.reverse();
        let (mut settled, mut seen) = (Vec::new(), HashSet::new());
        while let Some(literal) = pending.pop() {
            if !seen.insert(literal) {
                continue;
            }
            let literal = self.without_reads(literal, &mut pending)?;
            let (atom, is_positive) = signed(self.terms, literal);
            if atom == Term::TRUE || atom == Term::FALSE {
                continue;
            }
            match (self.terms.op(atom), self.terms.arguments(atom)) {
                (Op::Equal, &[left, right]) if is_structure(self.terms, left) => {
                    match self.fields(left, right, is_positive)? {
                        Some(parts) => pending.extend(parts),
                        None => settled.push(literal),
                    }
                }
                _ => settled.push(literal),
            }
        }
        settled.dedup();
        self.literals = settled;
        Some(())
    }

    /// An equation or disequation that constructors decide field by field.
    fn fields(&mut self, left: Term, right: Term, is_positive: bool) -> Option<Option<Vec<Term>>> {
        let (made, other) = match (self.terms.op(left), self.terms.op(right)) {
            (Op::Construct(_), _) => (left, right),
            (_, Op::Construct(_)) => (right, left),
            _ => return Some(None),
        };
        let Op::Construct(constructor) = self.terms.op(made) else { return Some(None) };
        if is_positive {
            if !matches!(self.terms.op(other), Op::Construct(_)) {
                return Some(None);
            }
            let mut parts = Vec::new();
            let pairs: Vec<(Term, Term)> = self.pairs(made, other);
            for (left, right) in pairs {
                parts.extend(self.compared(left, right)?);
            }
            return Some(Some(parts));
        }
        if self.constructor(other)? != constructor {
            // True by itself, or because of the test.
            return Some(Some(match self.terms.op(other) {
                Op::Construct(_) => Vec::new(),
                _ => {
                    let test = self.terms.test(constructor, other);
                    vec![self.terms.not(test)]
                }
            }));
        }
        let mut parts = Vec::new();
        let pairs = match self.terms.op(other) {
            Op::Construct(_) => self.pairs(made, other),
            _ => {
                parts.push(self.terms.test(constructor, other));
                self.fields_of(made, constructor, other)
            }
        };
        for (left, right) in pairs {
            if !self.are_equal(left, right)? {
                parts.extend(self.compared(left, right)?);
                return Some(Some(parts));
            }
        }
        None
    }

    fn pairs(&self, left: Term, right: Term) -> Vec<(Term, Term)> {
        let (left, right) = (self.terms.arguments(left), self.terms.arguments(right));
        left.iter().copied().zip(right.iter().copied()).collect()
    }

    /// What a constructor was given, beside what its selectors read from a term.
    pub(super) fn fields_of(
        &mut self,
        made: Term,
        by: Constructor,
        term: Term,
    ) -> Vec<(Term, Term)> {
        let given = self.terms.arguments(made).to_vec();
        let mut pairs = Vec::new();
        for (selector, field) in self.terms.selectors(by).into_iter().zip(given) {
            pairs.push((field, self.terms.select_field(selector, term)));
        }
        pairs
    }

    /// A literal with reads of stores decided as the model has it; the literals that decide them are pending.
    fn without_reads(&mut self, root: Term, pending: &mut Vec<Term>) -> Option<Term> {
        let mut done: HashMap<Term, Term> = HashMap::new();
        for term in self.terms.subterms(&[root]) {
            let arguments: Vec<Term> =
                self.terms.arguments(term).iter().map(|argument| done[argument]).collect();
            let read = match (self.terms.op(term), arguments.as_slice()) {
                (Op::Select, &[array, index]) => self.read(array, index, pending)?,
                (Op::SelectField(selector), &[value]) => match self.terms.op(value) {
                    Op::Construct(by) if by == self.terms.selector_constructor(selector) => {
                        self.terms.argument(value, self.terms.selector_position(selector))
                    }
                    _ => self.terms.rebuild(term, &arguments),
                },
                (Op::Test(constructor), &[value]) => match self.terms.op(value) {
                    Op::Construct(by) => self.terms.boolean(by == constructor),
                    _ => self.terms.rebuild(term, &arguments),
                },
                (_, rebuilt) if rebuilt == self.terms.arguments(term) => term,
                _ => self.terms.rebuild(term, &arguments),
            };
            done.insert(term, read);
        }
        done.get(&root).copied()
    }

    fn read(&mut self, mut array: Term, index: Term, pending: &mut Vec<Term>) -> Option<Term> {
        loop {
            match (self.terms.op(array), self.terms.arguments(array)) {
                (Op::Store, &[inner, at, value]) => {
                    let is_here = self.are_equal(at, index)?;
                    let decided = self.compared(at, index)?;
                    pending.extend(decided);
                    if is_here {
                        return Some(value);
                    }
                    array = inner;
                }
                (Op::ConstantArray, &[value]) => return Some(value),
                _ => return Some(self.terms.select(array, index)),
            }
        }
    }
}
