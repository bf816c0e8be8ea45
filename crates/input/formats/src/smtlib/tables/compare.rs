//! `=` and `distinct` where a side is a read of a partial array: ⊥ is an element like others.
//!
//! Two reads are equal if their entries are: both nothing, or the same. A read that equals any other
//! term is defined, and its content is that term. The second is not written as an equation between
//! entries, too, because then a variable would stand inside of one.

use buttress_logic::{Sort, Term};

use crate::limits::MOST_EXPANDED;
use crate::smtlib::sexpr::Node;
use crate::smtlib::symbol::Builtin;
use crate::smtlib::term::TermReader;
use crate::smtlib::{Error, Kind};

/// What is compared: a value, with the entry that it reads if it is a read of a partial array.
type Side = (Term, Option<Term>);

impl TermReader<'_> {
    /// For each of the values from `base` on: the entry that it reads, if it is a read of a partial
    /// array. In evidence, terms mean what they say.
    pub(crate) fn read_entries(&self, base: usize) -> Vec<Option<Term>> {
        match self.evidence {
            Some(_) => Vec::new(),
            None => self.values[base..].iter().map(|value| self.read_entry(*value)).collect(),
        }
    }

    /// Compares the values from `base` on, which are of one sort; integers may have become reals
    /// since their entries were looked up.
    pub(crate) fn compare_entries(
        &mut self,
        builtin: Builtin,
        node: Node,
        base: usize,
        entries: &[Option<Term>],
    ) -> Result<Term, Error> {
        let is_equal = builtin == Builtin::Equal;
        let sorts = entries.iter().map(|entry| entry.map(|entry| self.terms.sort_of(entry)));
        let sorts: Option<Vec<Sort>> = sorts.collect();
        if !is_equal && sorts.is_some_and(|sorts| sorts.windows(2).all(|two| two[0] == two[1])) {
            let entries: Vec<Term> = entries.iter().copied().flatten().collect();
            return Ok(self.terms.distinct(&entries));
        }
        let values = self.values[base..].to_vec();
        let sides: Vec<Side> = values.into_iter().zip(entries.iter().copied()).collect();
        let mut parts = Vec::new();
        for (place, right) in sides.iter().enumerate() {
            // Neighbours are equal; of different values, all pairs are different.
            let first = if is_equal { place.saturating_sub(1) } else { 0 };
            for left in &sides[first..place] {
                self.expanded += 1;
                if self.expanded > MOST_EXPANDED {
                    let message = "these are too many to be compared with each other";
                    return Err(self.source.error(node, Kind::Unsupported, message));
                }
                let equal = self.equal_entries(*left, *right);
                parts.push(if is_equal { equal } else { self.terms.not(equal) });
            }
        }
        Ok(self.terms.and(&parts))
    }

    /// Are two values equal, of which one or both may be undefined?
    fn equal_entries(&mut self, left: Side, right: Side) -> Term {
        match (left.1, right.1) {
            (None, None) => self.terms.equal(left.0, right.0),
            (Some(one), Some(other)) if self.terms.sort_of(one) == self.terms.sort_of(other) => {
                self.terms.equal(one, other)
            }
            // An integer is compared with a real.
            (Some(one), Some(other)) => {
                let equal = (self.content(left), self.content(right));
                let equal = self.terms.equal(equal.0, equal.1);
                let (one, other) = (self.is_undefined(one), self.is_undefined(other));
                let alike = self.terms.equal(one, other);
                let same = self.terms.or(&[one, equal]);
                self.terms.and(&[alike, same])
            }
            (Some(entry), None) | (None, Some(entry)) => {
                let equal = (self.content(left), self.content(right));
                let equal = self.terms.equal(equal.0, equal.1);
                // Where arrays are read as partial, whoever reads says that already.
                if self.is_partial() {
                    return equal;
                }
                let is_undefined = self.is_undefined(entry);
                let is_defined = self.terms.not(is_undefined);
                self.terms.and(&[is_defined, equal])
            }
        }
    }

    /// The value of a side that is defined.
    fn content(&mut self, (value, entry): Side) -> Term {
        let Some(entry) = entry else { return value };
        let datatypes = &self.signature.sorts.datatypes;
        let Some(parts) = datatypes.entry(self.terms, self.terms.sort_of(entry)) else {
            return value;
        };
        let content = self.terms.select_field(parts.content, entry);
        match self.terms.sort_of(value) == parts.sort {
            true => content,
            false => self.terms.to_real(content),
        }
    }
}
