//! Arithmetic terms as polynomials over atoms.
//!
//! An atom is a constant, or a term that arithmetic does not look into (`mod`, a reading of an
//! array). A Boolean constant is an atom too, the number 0 or 1. All clauses share one table, since
//! they share no variables.

use std::collections::HashMap;

use buttress_logic::{Op, Rational, Sort, Term, Terms};
use buttress_numeric::{Polynomial, Variable};

use crate::limits::MOST_PRODUCT_MONOMIALS;

/// Numbers of atoms.
#[derive(Default)]
pub struct Atoms {
    atoms: Vec<Atom>,
    numbers: HashMap<Term, Variable>,
    done: HashMap<Term, Polynomial>,
}

struct Atom {
    term: Term,
    sort: Sort,
}

impl Atoms {
    /// The number of an atom.
    pub fn variable(&mut self, terms: &Terms, term: Term) -> Variable {
        let next = Variable(self.atoms.len() as u32);
        let variable = *self.numbers.entry(term).or_insert(next);
        if variable == next {
            self.atoms.push(Atom { term, sort: terms.sort_of(term) });
        }
        variable
    }

    /// The atom of this number.
    pub fn term(&self, variable: Variable) -> Term {
        self.atoms[variable.index()].term
    }

    /// Is it an integer, as Boolean atoms are?
    pub fn is_integer(&self, variable: Variable) -> bool {
        self.atoms[variable.index()].sort != Sort::REAL
    }

    /// Is it a truth value?
    pub fn is_boolean(&self, variable: Variable) -> bool {
        self.atoms[variable.index()].sort == Sort::BOOL
    }

    /// What a term over numbers, or a formula as 0 or 1, comes to; none for other sorts.
    pub fn polynomial(&mut self, terms: &Terms, root: Term) -> Option<Polynomial> {
        let sort = terms.sort_of(root);
        if !sort.is_arithmetic() && sort != Sort::BOOL {
            return None;
        }
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.done.contains_key(&term) {
                stack.pop();
                continue;
            }
            let parts = parts(terms, term);
            let before = stack.len();
            stack.extend(parts.iter().filter(|part| !self.done.contains_key(part)));
            if stack.len() > before {
                continue;
            }
            let sum = self.combined(terms, term, &parts);
            let polynomial = match sum {
                Some(polynomial) => polynomial,
                None => Polynomial::variable(self.variable(terms, term)),
            };
            self.done.insert(term, polynomial);
            stack.pop();
        }
        self.done.get(&root).cloned()
    }

    /// The polynomial of a term whose parts are done; none if it is an atom.
    fn combined(&self, terms: &Terms, term: Term, parts: &[Term]) -> Option<Polynomial> {
        let part = |place: usize| parts.get(place).and_then(|part| self.done.get(part));
        match terms.op(term) {
            Op::True => Some(Polynomial::constant(Rational::ONE)),
            Op::False => Some(Polynomial::default()),
            Op::Number(number) => Some(Polynomial::constant(terms.number(number).clone())),
            Op::ToReal => part(0).cloned(),
            Op::Add => {
                let mut sum = Polynomial::default();
                for part in parts {
                    sum = &sum + self.done.get(part)?;
                }
                Some(sum)
            }
            Op::Multiply => {
                let mut product = Polynomial::constant(Rational::ONE);
                for part in parts {
                    let factor = self.done.get(part)?;
                    if product.terms().count() * factor.terms().count() > MOST_PRODUCT_MONOMIALS {
                        return None;
                    }
                    product = product.product(factor)?;
                }
                Some(product)
            }
            Op::Divide => {
                let divisor = terms.as_number(terms.argument(term, 1))?;
                Some(part(0)?.scaled(&divisor.recip()?))
            }
            _ => None,
        }
    }
}

/// The arguments that a polynomial is made of.
fn parts(terms: &Terms, term: Term) -> Vec<Term> {
    match terms.op(term) {
        Op::Add | Op::Multiply | Op::ToReal => terms.arguments(term).to_vec(),
        Op::Divide if terms.as_number(terms.argument(term, 1)).is_some() => {
            vec![terms.argument(term, 0)]
        }
        _ => Vec::new(),
    }
}
