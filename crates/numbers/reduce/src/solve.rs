//! Solving equations for variables.

use std::collections::{BTreeSet, HashMap};

use buttress_logic::{Op, Rational, Sort, Term, Terms, Walk};

use super::linear::Linear;
use super::variables::{is_variable, variables_of};

/// Variables with the terms that some of the conjuncts say they equal.
#[derive(Default)]
pub(super) struct Solutions {
    /// No term mentions one of the variables, so that all can be replaced at once.
    pub map: HashMap<Term, Term>,
    /// The conjuncts that say so, by their places.
    pub sources: BTreeSet<usize>,
}

/// Reads folded conjuncts as definitions of variables.
///
/// `may` says whether a variable may be replaced by a term, or, without one, at all.
pub(super) fn solutions(
    terms: &mut Terms,
    conjuncts: &[Term],
    may: impl Fn(&Terms, Term, Option<Term>) -> bool,
) -> Solutions {
    let Solutions { map: mut solved, mut sources } = Solutions::default();
    let mut used: BTreeSet<Term> = BTreeSet::new();
    for (source, &conjunct) in conjuncts.iter().enumerate() {
        for (variable, term) in candidates(terms, conjunct, |terms, term| may(terms, term, None)) {
            if solved.contains_key(&variable) || used.contains(&variable) {
                continue;
            }
            let mentioned = variables_of(terms, term);
            let is_free = !mentioned.contains(&variable)
                && mentioned.iter().all(|other| !solved.contains_key(other));
            if is_free && may(terms, variable, Some(term)) {
                used.extend(mentioned);
                solved.insert(variable, term);
                sources.insert(source);
                break;
            }
        }
    }
    Solutions { map: solved, sources }
}

/// The ways to read a conjunct as variable = term; the term may mention the variable.
fn candidates(
    terms: &mut Terms,
    conjunct: Term,
    is_wanted: impl Fn(&Terms, Term) -> bool,
) -> Vec<(Term, Term)> {
    if is_variable(terms, conjunct) {
        return vec![(conjunct, Term::TRUE)];
    }
    let (equation, is_positive) = match terms.op(conjunct) {
        Op::Not => (terms.argument(conjunct, 0), false),
        _ => (conjunct, true),
    };
    if !is_positive && is_variable(terms, equation) {
        return vec![(equation, Term::FALSE)];
    }
    let (Op::Equal, &[left, right]) = (terms.op(equation), terms.arguments(equation)) else {
        return Vec::new();
    };
    let sort = terms.sort_of(left);
    if sort.is_arithmetic() && is_positive {
        return linear_candidates(terms, &Linear::difference(terms, left, right), sort, is_wanted);
    }
    let mut found = Vec::new();
    for (variable, term) in [(left, right), (right, left)] {
        if is_variable(terms, variable) && (is_positive || sort == Sort::BOOL) {
            let term = if is_positive { term } else { terms.not(term) };
            found.push((variable, term));
        }
    }
    found
}

/// The variables of form = 0 that can be moved to one side alone: over the integers those with the
/// coefficient 1 or −1.
fn linear_candidates(
    terms: &mut Terms,
    form: &Linear,
    sort: Sort,
    is_wanted: impl Fn(&Terms, Term) -> bool,
) -> Vec<(Term, Term)> {
    let mut found = Vec::new();
    // The later a variable was declared, the more likely it is a mere name for something.
    for (&variable, coefficient) in form.coefficients.iter().rev() {
        let is_solvable = sort == Sort::REAL || coefficient.abs().is_one();
        if is_solvable && is_variable(terms, variable) && is_wanted(terms, variable) {
            let mut rest = form.clone();
            rest.coefficients.remove(&variable);
            let factor = Rational::MINUS_ONE.checked_div(coefficient).unwrap_or_default();
            let term = rest.scaled(&factor).term(terms, sort);
            found.push((variable, term));
        }
    }
    found
}

/// Is it made of variables, numbers, sums and products alone (or a truth value)? Such terms may stand as
/// arguments of predicates without hiding a choice from those who look for polyhedra.
pub(super) fn is_plain(terms: &Terms, root: Term) -> bool {
    let mut walk = Walk::of(&[root]);
    while let Some(term) = walk.step() {
        match terms.op(term) {
            Op::Add | Op::Multiply => walk.enter(terms.arguments(term)),
            Op::Number(_) | Op::True | Op::False => {}
            _ if is_variable(terms, term) => {}
            _ => return false,
        }
    }
    true
}
