//! Which integer constants point at cells.
//!
//! A constant that occurs in an index, or that is compared with a bound variable, is taken for a
//! pointer; others would only clutter the axis.

use std::collections::HashSet;

use buttress_logic::{Function, Op, Sort, Term, Terms, Walk};

/// The integer constants that point at cells of arrays.
pub(super) fn pointers(terms: &Terms, formulas: &[Term]) -> HashSet<Function> {
    let mut pointers = HashSet::new();
    let mut seen = HashSet::new();
    let mut stack = formulas.to_vec();
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        match (terms.op(term), terms.arguments(term)) {
            (Op::Select | Op::Store, [_, index, ..]) => collect(terms, *index, &mut pointers),
            (Op::LessEqual | Op::Less | Op::Equal, [left, right])
                if terms.sort_of(*left) == Sort::INT && has_variable(terms, &[*left, *right]) =>
            {
                collect(terms, *left, &mut pointers);
                collect(terms, *right, &mut pointers);
            }
            _ => {}
        }
        stack.extend(terms.arguments(term));
    }
    pointers
}

/// The parts of sums, with and without factors.
fn summands(terms: &Terms, roots: &[Term]) -> Vec<Term> {
    let mut found = Vec::new();
    let mut walk = Walk::of(roots);
    while let Some(term) = walk.step() {
        match terms.op(term) {
            Op::Add | Op::Multiply => walk.enter(terms.arguments(term)),
            _ => found.push(term),
        }
    }
    found
}

fn collect(terms: &Terms, index: Term, pointers: &mut HashSet<Function>) {
    for part in summands(terms, &[index]) {
        if let (Op::Apply(function), Sort::INT, []) =
            (terms.op(part), terms.sort_of(part), terms.arguments(part))
        {
            pointers.insert(function);
        }
    }
}

/// Is a bound variable a part of these sums?
fn has_variable(terms: &Terms, sides: &[Term]) -> bool {
    summands(terms, sides).iter().any(|part| matches!(terms.op(*part), Op::Bound(_)))
}
