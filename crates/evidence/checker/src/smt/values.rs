//! Truth values of atoms while one clause is looked at.
//!
//! Invariant: between clauses no atom has a value.

use buttress_certificate::smt::Literal;
use buttress_logic::Term;

/// Truth values, by the number of the atom.
#[derive(Default)]
pub struct Values {
    values: Vec<Option<bool>>,
    trail: Vec<Term>,
}

impl Values {
    /// The value of a literal.
    pub fn value(&self, literal: Literal) -> Option<bool> {
        let value = (*self.values.get(literal.atom.index())?)?;
        Some(value == literal.is_positive)
    }

    /// Makes an open literal true.
    pub fn assign(&mut self, literal: Literal) {
        let index = literal.atom.index();
        if index >= self.values.len() {
            self.values.resize(index + 1, None);
        }
        self.values[index] = Some(literal.is_positive);
        self.trail.push(literal.atom);
    }

    /// Makes every literal false, or finds that one of them is the negation of another.
    pub fn deny(&mut self, clause: impl Iterator<Item = Literal>) -> Denied {
        for literal in clause {
            match self.value(literal) {
                None => self.assign(literal.negated()),
                Some(false) => {}
                Some(true) => return Denied::Tautology,
            }
        }
        Denied::Consistent
    }

    /// Takes all values away.
    pub fn clear(&mut self) {
        for atom in self.trail.drain(..) {
            self.values[atom.index()] = None;
        }
    }
}

/// Can all literals of a clause be false?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Denied {
    /// They are now.
    Consistent,
    /// Never: the clause holds a formula and its negation.
    Tautology,
}
