//! Which constants occur in terms.

use std::collections::{BTreeSet, HashMap};

use buttress_logic::{Op, Term, Terms, Walk};

/// The constants that occur in terms.
#[derive(Default)]
pub(super) struct Occurring {
    pub variables: BTreeSet<Term>,
    walk: Walk,
    /// The number of terms looked at.
    size: usize,
}

impl Occurring {
    /// Adds those of a term.
    pub fn add(&mut self, terms: &Terms, root: Term) {
        self.walk.enter(&[root]);
        while let Some(term) = self.walk.step() {
            self.size += 1;
            if is_variable(terms, term) {
                self.variables.insert(term);
            }
            self.walk.enter(terms.arguments(term));
        }
    }

    /// The number of terms looked at.
    pub fn size(&self) -> usize {
        self.size
    }
}

/// The constants that occur in a term.
pub(super) fn variables_of(terms: &Terms, term: Term) -> BTreeSet<Term> {
    let mut occurring = Occurring::default();
    occurring.add(terms, term);
    occurring.variables
}

/// Is it a declared constant?
pub(super) fn is_variable(terms: &Terms, term: Term) -> bool {
    matches!(terms.op(term), Op::Apply(_)) && terms.arguments(term).is_empty()
}

/// Is it a number or a truth value?
pub(super) fn is_literal(terms: &Terms, term: Term) -> bool {
    matches!(terms.op(term), Op::Number(_) | Op::True | Op::False)
}

/// Constants of the same names and sorts that occur nowhere yet.
pub(super) fn fresh(terms: &mut Terms, variables: &[Term]) -> HashMap<Term, Term> {
    variables.iter().map(|&variable| (variable, fresh_like(terms, variable))).collect()
}

/// A constant of the same name and sort that occurs nowhere yet.
pub(super) fn fresh_like(terms: &mut Terms, variable: Term) -> Term {
    let name = match terms.op(variable) {
        Op::Apply(function) => terms.function_name(function).to_owned(),
        _ => String::from("v"),
    };
    let sort = terms.sort_of(variable);
    terms.fresh_constant(&name, sort)
}
