//! `=` and `distinct` where a side is a read of a partial array: ⊥ is an element like others.
//!
//! Two reads are equal if both are undefined or both are the same, and a read that equals any other
//! term is defined. So what is compared is the entries.

use buttress_logic::Term;

use crate::smtlib::symbol::Builtin;
use crate::smtlib::term::TermReader;

impl TermReader<'_> {
    /// For each of the values from `base` on: the entry that it reads, if it is a read of a partial
    /// array. In evidence, terms mean what they say.
    pub(in crate::smtlib) fn read_entries(&self, base: usize) -> Vec<Option<Term>> {
        match self.evidence {
            Some(_) => Vec::new(),
            None => self.values[base..].iter().map(|value| self.read_entry(*value)).collect(),
        }
    }

    /// Compares the values from `base` on, which are of one sort; integers may have become reals
    /// since their entries were looked up.
    pub(in crate::smtlib) fn compare_entries(
        &mut self,
        builtin: Builtin,
        base: usize,
        entries: &[Option<Term>],
    ) -> Term {
        let values = self.values[base..].to_vec();
        let sides: Vec<(Term, Option<Term>)> = values.into_iter().zip(entries.to_vec()).collect();
        let is_equal = builtin == Builtin::Equal;
        if !is_equal && let Some(all) = self.as_entries(&sides) {
            return self.terms.distinct(&all);
        }
        let mut parts = Vec::new();
        for (place, right) in sides.iter().enumerate() {
            // Neighbours are equal; of different values, all pairs are different.
            let first = if is_equal { place.saturating_sub(1) } else { 0 };
            for left in &sides[first..place] {
                let equal = self.equal_entries(*left, *right);
                parts.push(if is_equal { equal } else { self.terms.not(equal) });
            }
        }
        self.terms.and(&parts)
    }

    /// Are two values equal, of which one or both may be undefined?
    fn equal_entries(&mut self, left: (Term, Option<Term>), right: (Term, Option<Term>)) -> Term {
        if let ((left, None), (right, None)) = (left, right) {
            return self.terms.equal(left, right);
        }
        if let Some([left, right]) = self.as_entries(&[left, right]).as_deref() {
            return self.terms.equal(*left, *right);
        }
        // An integer is compared with a real: the entries are of different sorts.
        let equal = self.terms.equal(left.0, right.0);
        match (left.1, right.1) {
            (Some(left), Some(right)) => {
                let (left, right) = (self.is_undefined(left), self.is_undefined(right));
                let alike = self.terms.equal(left, right);
                let same = self.terms.or(&[left, equal]);
                self.terms.and(&[alike, same])
            }
            (Some(entry), None) | (None, Some(entry)) => {
                let is_undefined = self.is_undefined(entry);
                let is_defined = self.terms.not(is_undefined);
                self.terms.and(&[is_defined, equal])
            }
            (None, None) => equal,
        }
    }

    /// Values as entries of one sort: what is no read is defined. `None` if the reads among them are
    /// of another sort than the values.
    fn as_entries(&mut self, sides: &[(Term, Option<Term>)]) -> Option<Vec<Term>> {
        let sort = self.terms.sort_of(sides.iter().find_map(|(_, entry)| *entry)?);
        let parts = self.signature.sorts.datatypes.entry(self.terms, sort)?;
        let mut entries = Vec::new();
        for (value, entry) in sides {
            if self.terms.sort_of(*value) != parts.sort {
                return None;
            }
            match entry {
                Some(entry) if self.terms.sort_of(*entry) == sort => entries.push(*entry),
                Some(_) => return None,
                None => entries.push(self.terms.construct(parts.something, &[*value])),
            }
        }
        Some(entries)
    }
}
