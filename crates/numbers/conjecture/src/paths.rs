//! The paths through a constraint: its disjuncts by syntax, with conditions of `ite` resolved.

use std::collections::HashMap;

use buttress_logic::{Op, Sort, Term, Terms, substitute};

use crate::limits::MOST_PATH_STEPS;

/// Conjunctions of literals, whose disjunction is the formula; none if there are more than `most`.
pub(crate) fn paths(terms: &mut Terms, formula: Term, most: usize) -> Option<Vec<Vec<Term>>> {
    let mut done: Vec<Vec<Term>> = Vec::new();
    // Literals so far, and formulas to be looked into.
    let mut open: Vec<(Vec<Term>, Vec<Term>)> = vec![(Vec::new(), vec![formula])];
    let mut steps = 0;
    while let Some((mut literals, mut pending)) = open.pop() {
        steps += 1 + literals.len() / 8;
        if done.len() + open.len() >= most || steps > MOST_PATH_STEPS {
            return None;
        }
        let Some(next) = pending.pop() else {
            done.push(literals);
            continue;
        };
        let (inner, is_positive) = match terms.op(next) {
            Op::Not => (terms.argument(next, 0), false),
            _ => (next, true),
        };
        let arguments = terms.arguments(inner).to_vec();
        let signed = |terms: &mut Terms, term: Term, sign: bool| {
            if sign { term } else { terms.not(term) }
        };
        match (terms.op(inner), is_positive) {
            (Op::True, true) | (Op::False, false) => open.push((literals, pending)),
            (Op::True, false) | (Op::False, true) => {}
            (Op::And, true) | (Op::Or, false) => {
                for argument in arguments.into_iter().rev() {
                    let part = signed(terms, argument, is_positive);
                    pending.push(part);
                }
                open.push((literals, pending));
            }
            (Op::Or, true) | (Op::And, false) => {
                for argument in arguments.into_iter().rev() {
                    let part = signed(terms, argument, is_positive);
                    let mut branch = pending.clone();
                    branch.push(part);
                    open.push((literals.clone(), branch));
                }
            }
            (Op::Ite, _) if terms.sort_of(inner) == Sort::BOOL => {
                let &[condition, then, otherwise] = arguments.as_slice() else { return None };
                for (sign, branch) in [(false, otherwise), (true, then)] {
                    let mut rest = pending.clone();
                    let part = signed(terms, branch, is_positive);
                    rest.push(part);
                    rest.push(signed(terms, condition, sign));
                    open.push((literals.clone(), rest));
                }
            }
            (Op::Equal, _)
                if terms.sort_of(arguments[0]) == Sort::BOOL && !is_atomic(terms, inner) =>
            {
                for sign in [false, true] {
                    let mut rest = pending.clone();
                    rest.push(signed(terms, arguments[0], sign));
                    rest.push(signed(terms, arguments[1], sign == is_positive));
                    open.push((literals.clone(), rest));
                }
            }
            _ => match condition_inside(terms, inner) {
                None => {
                    literals.push(next);
                    open.push((literals, pending));
                }
                Some(ite) => {
                    let parts = terms.arguments(ite).to_vec();
                    for (sign, branch) in [(false, parts[2]), (true, parts[1])] {
                        let resolved = substitute(terms, next, &HashMap::from([(ite, branch)]));
                        let mut rest = pending.clone();
                        rest.push(resolved);
                        rest.push(signed(terms, parts[0], sign));
                        open.push((literals.clone(), rest));
                    }
                }
            },
        }
    }
    Some(done)
}

/// Is it an equation between truth values that are constants?
fn is_atomic(terms: &Terms, equation: Term) -> bool {
    terms.arguments(equation).iter().all(|argument| matches!(terms.op(*argument), Op::Apply(_)))
}

/// An `ite` term inside an atom, an innermost one first.
fn condition_inside(terms: &Terms, atom: Term) -> Option<Term> {
    let mut stack = vec![atom];
    let mut found = None;
    let mut seen = std::collections::HashSet::new();
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        if terms.op(term) == Op::Ite {
            found = Some(term);
        }
        stack.extend(terms.arguments(term));
    }
    found
}

/// Formulas that are neither connectives nor negations, below a formula, in a fixed order.
pub(crate) fn atoms(terms: &Terms, formula: Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut seen = std::collections::HashSet::new();
    let mut stack = vec![formula];
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        let is_formula = terms.sort_of(term) == Sort::BOOL;
        let is_connective = matches!(terms.op(term), Op::And | Op::Or | Op::Not | Op::Ite)
            || terms.op(term) == Op::Equal && terms.sort_of(terms.argument(term, 0)) == Sort::BOOL;
        if is_formula && !is_connective {
            found.push(term);
        }
        stack.extend(terms.arguments(term));
    }
    found
}
