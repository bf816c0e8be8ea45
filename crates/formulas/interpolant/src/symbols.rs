//! The symbols of formulas.

use std::collections::HashSet;

use buttress_logic::{Function, Op, Term, Terms, Walk};

/// The declared functions that occur in formulas, constants among them.
pub(crate) fn symbols(terms: &Terms, formulas: &[Term]) -> HashSet<Function> {
    let (mut found, mut walk) = (HashSet::new(), Walk::of(formulas));
    while let Some(term) = walk.step() {
        if let Op::Apply(function) = terms.op(term) {
            found.insert(function);
        }
        walk.enter(terms.arguments(term));
    }
    found
}

/// Does a formula speak only of these symbols?
pub(crate) fn is_over(terms: &Terms, formula: Term, known: &HashSet<Function>) -> bool {
    symbols(terms, &[formula]).is_subset(known)
}

/// Is there a quantifier in the formulas?
pub(crate) fn is_quantified(terms: &Terms, formulas: &[Term]) -> bool {
    let mut walk = Walk::of(formulas);
    while let Some(term) = walk.step() {
        if matches!(terms.op(term), Op::Forall(_) | Op::Exists(_) | Op::Lambda(_)) {
            return true;
        }
        walk.enter(terms.arguments(term));
    }
    false
}
