//! Bodies in which `and` and `or` around calls are choices: so evaluation, which looks at all arguments of a
//! connective, makes no call that the other arguments make pointless.

use std::collections::{HashMap, HashSet};

use buttress_logic::{Function, Op, Term, Terms};

/// An equal term without connectives around calls of these functions.
pub(super) fn lazy(terms: &mut Terms, root: Term, functions: &HashSet<Function>) -> Term {
    // What each part becomes, if there is a call in it.
    let mut known: HashMap<Term, Option<Term>> = HashMap::new();
    let mut stack = vec![root];
    while let Some(&term) = stack.last() {
        if known.contains_key(&term) {
            stack.pop();
            continue;
        }
        let arguments = terms.arguments(term).to_vec();
        let before = stack.len();
        stack.extend(arguments.iter().filter(|argument| !known.contains_key(argument)));
        if stack.len() > before {
            continue;
        }
        let op = terms.op(term);
        let has_call = arguments.iter().any(|argument| known[argument].is_some())
            || matches!(op, Op::Apply(function) if functions.contains(&function));
        // Calls come after what may make them pointless.
        let (free, calling): (Vec<Term>, Vec<Term>) =
            arguments.iter().partition(|argument| known[argument].is_none());
        let becomes = |argument: &Term| known[argument].unwrap_or(*argument);
        let made = match op {
            _ if !has_call => None,
            Op::And | Op::Or => {
                let ordered: Vec<Term> = free.iter().chain(&calling).map(becomes).collect();
                let end = if op == Op::And { Term::TRUE } else { Term::FALSE };
                Some(ordered.iter().rev().fold(end, |rest, part| match op {
                    Op::And => terms.ite(*part, rest, Term::FALSE),
                    _ => terms.ite(*part, Term::TRUE, rest),
                }))
            }
            Op::Forall(_) | Op::Exists(_) | Op::Lambda(_) => Some(term),
            _ => {
                let arguments: Vec<Term> = arguments.iter().map(becomes).collect();
                Some(terms.rebuild(term, &arguments))
            }
        };
        known.insert(term, made);
    }
    known[&root].unwrap_or(root)
}
