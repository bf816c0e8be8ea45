//! Terms in place of variables.

use std::collections::HashMap;

use buttress_logic::{Term, Terms};

/// The term with each of these terms, wherever it occurs, replaced by the term beside it, all at once.
///
/// For variables, the caller sees to it that replacements are closed and that nothing in the term binds
/// the variables again. Then no variable is captured, and every occurrence is a free one.
pub fn substitute(terms: &mut Terms, root: Term, map: &HashMap<Term, Term>) -> Term {
    let mut done: HashMap<Term, Term> = map.clone();
    // A term is visited to put its arguments before it, and again when these are done.
    let mut stack = vec![(root, false)];
    while let Some((term, are_arguments_done)) = stack.pop() {
        if done.contains_key(&term) {
            continue;
        }
        if !are_arguments_done {
            stack.push((term, true));
            stack.extend(terms.arguments(term).iter().map(|argument| (*argument, false)));
            continue;
        }
        let arguments: Vec<Term> =
            terms.arguments(term).iter().map(|argument| done[argument]).collect();
        let is_same = arguments == terms.arguments(term);
        let replaced = if is_same { term } else { terms.rebuild(term, &arguments) };
        done.insert(term, replaced);
    }
    done[&root]
}
