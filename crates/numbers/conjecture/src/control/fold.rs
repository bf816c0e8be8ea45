//! Formulas in which truth values are known, made smaller.

use std::collections::HashMap;

use buttress_logic::{Op, Sort, Term, Terms};

/// An equivalent term, where ⊤ and ⊥ are absorbed by what is above them.
pub(super) fn fold(terms: &mut Terms, root: Term) -> Term {
    let mut known: HashMap<Term, Term> = HashMap::new();
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
        let arguments: Vec<Term> = arguments.iter().map(|argument| known[argument]).collect();
        let folded = apply(terms, term, &arguments);
        known.insert(term, folded);
    }
    known[&root]
}

fn apply(terms: &mut Terms, term: Term, arguments: &[Term]) -> Term {
    let (truth, falsity) = (terms.boolean(true), terms.boolean(false));
    match terms.op(term) {
        Op::And => connective(terms, arguments, Op::And),
        Op::Or => connective(terms, arguments, Op::Or),
        Op::Ite if arguments[0] == truth => arguments[1],
        Op::Ite if arguments[0] == falsity => arguments[2],
        Op::Ite if arguments[1] == arguments[2] => arguments[1],
        Op::Equal if arguments[0] == arguments[1] => truth,
        Op::Equal if terms.sort_of(arguments[0]) == Sort::BOOL => {
            let literal = |side: usize| [truth, falsity].contains(&arguments[side]);
            match (literal(0), literal(1)) {
                (true, true) => falsity,
                (true, false) if arguments[0] == truth => arguments[1],
                (true, false) => terms.not(arguments[1]),
                (false, true) if arguments[1] == truth => arguments[0],
                (false, true) => terms.not(arguments[0]),
                (false, false) => terms.equal(arguments[0], arguments[1]),
            }
        }
        _ if arguments.is_empty() => term,
        _ => terms.rebuild(term, arguments),
    }
}

/// A conjunction or disjunction without what is neutral or said twice.
fn connective(terms: &mut Terms, arguments: &[Term], op: Op) -> Term {
    let is_and = op == Op::And;
    let (neutral, absorbing) = (terms.boolean(is_and), terms.boolean(!is_and));
    let mut parts: Vec<Term> = Vec::new();
    for argument in arguments {
        if *argument == absorbing {
            return absorbing;
        }
        let inner =
            if terms.op(*argument) == op { terms.arguments(*argument) } else { &[*argument] };
        for part in inner {
            if *part != neutral && !parts.contains(part) {
                parts.push(*part);
            }
        }
    }
    if is_and { terms.and(&parts) } else { terms.or(&parts) }
}
