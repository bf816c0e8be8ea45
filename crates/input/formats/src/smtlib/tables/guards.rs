//! The partial reading of quantifiers: what is read is defined.
//!
//! ∀x̄. F says that F holds wherever everything is defined that F reads at x̄, and ∃x̄. F that F holds
//! somewhere where it is. A read is guarded by the innermost quantifier with a variable in it; one
//! without variables of quantifiers is defined, as an assertion of its own.
//!
//! Exact equality is the exception: ∀x. F → a[x] = b[x], with nothing else read at x, says that a and
//! b are also undefined at the same places, and is not guarded. Nor is ∃x. F ∧ a[x] ≠ b[x].
//!
//! So the partial reading of an assertion follows from the plain one, where everything is defined,
//! and if no partial arrays satisfy a script, no arrays do.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use buttress_logic::{Bound, Op, TableKind, Term, Walk};

use crate::limits::MOST_EXPANDED;
use crate::smtlib::sexpr::Node;
use crate::smtlib::term::{Binding, TermReader};
use crate::smtlib::{Error, Kind};

/// The body of a quantifier with its guards, and the reads that it leaves to others.
pub(crate) struct Guarded {
    pub body: Term,
    open: Arc<[Term]>,
}

impl TermReader<'_> {
    /// The body of a quantifier, as it is read.
    pub(crate) fn guard(
        &mut self,
        node: Node,
        binding: Binding,
        bounds: &[Bound],
        body: Term,
    ) -> Result<Guarded, Error> {
        if !self.is_partial() {
            return Ok(Guarded { body, open: Arc::new([]) });
        }
        let reads = self.open_reads(node, &[body])?;
        let (mut here, open) = self.split(node, reads, bounds)?;
        let is_forall = binding == Binding::Forall;
        if !here.is_empty() {
            let others = self.beside_exact_equations(is_forall, bounds, body);
            let others = self.open_reads(node, &others)?;
            if self.split(node, others, bounds)?.0.is_empty() {
                here.clear();
            }
        }
        let mut parts = Vec::new();
        for entry in here {
            let is_undefined = self.is_undefined(entry);
            parts.push(if is_forall { is_undefined } else { self.terms.not(is_undefined) });
        }
        parts.push(body);
        let body = if is_forall { self.terms.or(&parts) } else { self.terms.and(&parts) };
        Ok(Guarded { body, open: open.into() })
    }

    /// Is a formula to be guarded? Evidence speaks of formulas with their guards.
    pub(super) fn is_partial(&self) -> bool {
        self.evidence.is_none() && self.signature.tables.reading.partial_arrays
    }

    /// What to evaluate where the value of a term is asked for: of a read in the partial reading the
    /// entry, so that it can be told if it is not defined.
    pub(crate) fn shown(&self, term: Term) -> Term {
        let entry = if self.is_partial() { self.read_entry(term) } else { None };
        entry.unwrap_or(term)
    }

    /// Remembers what a quantified formula leaves open.
    pub(crate) fn keep_open(&mut self, formula: Term, guarded: Guarded) {
        if self.is_partial() {
            self.signature.tables.open_reads.insert(formula, guarded.open);
        }
    }

    /// In the partial reading: what is to be asserted with a formula.
    pub(crate) fn definedness(&mut self, node: Node, formula: Term) -> Result<Vec<Term>, Error> {
        if !self.is_partial() {
            return Ok(Vec::new());
        }
        let mut formulas = Vec::new();
        for entry in self.open_reads(node, &[formula])? {
            let is_undefined = self.is_undefined(entry);
            formulas.push(self.terms.not(is_undefined));
        }
        Ok(formulas)
    }

    /// The parts of the body of a quantifier beside its exact equations, which are what a ∀ claims or
    /// an ∃ denies; of these, the arrays.
    fn beside_exact_equations(&self, is_forall: bool, bounds: &[Bound], body: Term) -> Vec<Term> {
        let mut parts = Vec::new();
        let mut seen = HashSet::from([(body, true)]);
        let mut stack = vec![(body, true)];
        while let Some((term, is_claimed)) = stack.pop() {
            let arguments = self.terms.arguments(term);
            let is_inner_claimed = match (self.terms.op(term), arguments) {
                (Op::And | Op::Or, _) => is_claimed,
                (Op::Not, _) => !is_claimed,
                (Op::Equal, [left, right])
                    if is_claimed == is_forall
                        && self.reads_same_variable(*left, *right, bounds) =>
                {
                    parts.extend([*left, *right].map(|read| self.terms.argument(read, 0)));
                    continue;
                }
                _ => {
                    parts.push(term);
                    continue;
                }
            };
            for argument in arguments {
                if seen.insert((*argument, is_inner_claimed)) {
                    stack.push((*argument, is_inner_claimed));
                }
            }
        }
        parts
    }

    /// Are these entries that are read at one of the variables, both at the same?
    fn reads_same_variable(&self, left: Term, right: Term, bounds: &[Bound]) -> bool {
        if !self.is_read_entry(left) || !self.is_read_entry(right) {
            return false;
        }
        let index = self.terms.argument(left, 1);
        index == self.terms.argument(right, 1)
            && matches!(self.terms.op(index), Op::Bound(bound) if bounds.contains(&bound))
    }

    /// Is it what stands at an index of a partial array, as an entry?
    fn is_read_entry(&self, term: Term) -> bool {
        let datatypes = &self.signature.sorts.datatypes;
        let entry = datatypes.entry(self.terms, self.terms.sort_of(term));
        self.terms.op(term) == Op::Select
            && entry.is_some_and(|entry| entry.kind == TableKind::Partial)
    }

    /// The entries that are read in formulas and that no quantifier inside guards.
    ///
    /// They come in the order of their numbers. Of entries with a variable that is still open, that
    /// is the order of reading, for nobody else has made them; so solver and checker agree on it.
    fn open_reads(&mut self, node: Node, roots: &[Term]) -> Result<Vec<Term>, Error> {
        // Quantifiers from definitions have not been looked at yet: each waits for those inside.
        let mut waiting = Vec::new();
        loop {
            let (reads, unknown) = match waiting.last() {
                None => self.reads_outside_quantifiers(node, roots)?,
                Some(quantified) => {
                    let body = self.terms.argument(*quantified, 0);
                    self.reads_outside_quantifiers(node, &[body])?
                }
            };
            if !unknown.is_empty() {
                waiting.extend(unknown);
                continue;
            }
            let Some(quantified) = waiting.pop() else { return Ok(reads) };
            let bounds = self.terms.quantified(quantified).to_vec();
            let (_, open) = self.split(node, reads, &bounds)?;
            self.signature.tables.open_reads.insert(quantified, open.into());
        }
    }

    /// The entries that are read in formulas, those that quantifiers leave open among them, and the
    /// quantifiers of which that is not known yet.
    fn reads_outside_quantifiers(
        &mut self,
        node: Node,
        roots: &[Term],
    ) -> Result<(Vec<Term>, Vec<Term>), Error> {
        let (mut reads, mut unknown) = (Vec::new(), Vec::new());
        let mut walk = Walk::of(roots);
        while let Some(term) = walk.step() {
            self.count_step(node)?;
            if matches!(self.terms.op(term), Op::Forall(_) | Op::Exists(_)) {
                match self.signature.tables.open_reads.get(&term) {
                    Some(open) => reads.extend_from_slice(open),
                    None => unknown.push(term),
                }
                continue;
            }
            reads.extend(self.read_entry(term));
            // Entries themselves are compared; questions whether one is defined are not reads.
            if matches!(self.terms.op(term), Op::Equal | Op::Distinct) {
                let sides = self.terms.arguments(term).iter().copied();
                reads.extend(sides.filter(|side| self.is_read_entry(*side)));
            }
            walk.enter(self.terms.arguments(term));
        }
        reads.sort_unstable();
        reads.dedup();
        Ok((reads, unknown))
    }

    /// The terms that mention one of the variables, and the others.
    fn split(
        &mut self,
        node: Node,
        reads: Vec<Term>,
        bounds: &[Bound],
    ) -> Result<(Vec<Term>, Vec<Term>), Error> {
        let mut mentions: HashMap<Term, bool> = HashMap::new();
        let mut stack = reads.clone();
        while let Some(&term) = stack.last() {
            if mentions.contains_key(&term) {
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            let mut is_mentioned =
                matches!(self.terms.op(term), Op::Bound(bound) if bounds.contains(&bound));
            for argument in self.terms.arguments(term) {
                match mentions.get(argument) {
                    Some(mention) => is_mentioned |= mention,
                    None => stack.push(*argument),
                }
            }
            if stack.len() == waiting {
                mentions.insert(term, is_mentioned);
                self.count_step(node)?;
            }
        }
        Ok(reads.into_iter().partition(|read| mentions.get(read) == Some(&true)))
    }

    fn count_step(&mut self, node: Node) -> Result<(), Error> {
        self.expanded += 1;
        if self.expanded > MOST_EXPANDED {
            let message = "the reads in this formula are too many to be guarded";
            return Err(self.source.error(node, Kind::Unsupported, message));
        }
        Ok(())
    }
}
