//! Cases that stand inside the terms of an atom, brought out of it.
//!
//! `(ite (i ≤ e) s t)` inside an atom hides an index guard, and so does a read over a write at a
//! universal variable: a⟨i ◁ v⟩\[j\] is v or a\[j\], as i = j or not.

use std::collections::{HashMap, HashSet};

use buttress_logic::{Op, Sort, Term, Terms, substitute};

use crate::free::Free;
use crate::misuse::Misuses;

/// The atom as (c ∧ atom with s) ∨ (¬c ∧ atom with t), if such a case must come out of it.
pub(super) fn split(
    terms: &mut Terms,
    free: &mut Free,
    misuses: &mut Misuses,
    atom: Term,
) -> Option<Term> {
    let (term, condition, then, otherwise) = hidden_case(terms, free, misuses, atom)?;
    let with = |terms: &mut Terms, replacement: Term| {
        substitute(terms, atom, &HashMap::from([(term, replacement)]))
    };
    let (then, otherwise) = (with(terms, then), with(terms, otherwise));
    let denied = terms.not(condition);
    let (then, otherwise) = (terms.and(&[condition, then]), terms.and(&[denied, otherwise]));
    Some(terms.or(&[then, otherwise]))
}

/// A term inside the atom that is one of two, the condition first.
fn hidden_case(
    terms: &mut Terms,
    free: &mut Free,
    misuses: &mut Misuses,
    atom: Term,
) -> Option<(Term, Term, Term, Term)> {
    let mut seen = HashSet::new();
    let mut stack = vec![atom];
    while let Some(term) = stack.pop() {
        if free.is_ground(terms, term) || !seen.insert(term) {
            continue;
        }
        let arguments = terms.arguments(term).to_vec();
        match (terms.op(term), &arguments[..]) {
            (Op::Ite, [condition, then, otherwise]) if terms.sort_of(term) != Sort::BOOL => {
                let is_bare = [then, otherwise]
                    .iter()
                    .any(|branch| matches!(terms.op(**branch), Op::Bound(_)));
                if is_bare || !misuses.of(terms, free, *condition).is_none() {
                    return Some((term, *condition, *then, *otherwise));
                }
            }
            (Op::Select, [array, index]) if terms.op(*array) == Op::Store => {
                let [written, at, value] = terms.arguments(*array) else { continue };
                let (written, at, value) = (*written, *at, *value);
                if !free.is_ground(terms, at) || !free.is_ground(terms, value) {
                    let condition = terms.equal(at, *index);
                    let otherwise = terms.select(written, *index);
                    return Some((term, condition, value, otherwise));
                }
            }
            _ => {}
        }
        stack.extend(arguments);
    }
    None
}
