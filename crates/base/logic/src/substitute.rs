//! Substitution: terms in place of terms.

use std::collections::HashMap;

use crate::{Term, Terms};

/// The term with each occurrence of a key of `map` replaced by the term there.
///
/// All at once and outermost first: replaced parts are not looked into again. Replacements reach
/// under quantifiers. No variable is captured as long as no replacement mentions a variable that a
/// quantifier of `term` binds, which holds of replacements from elsewhere since no two quantifiers
/// bind the same variable.
pub fn substitute(terms: &mut Terms, term: Term, map: &HashMap<Term, Term>) -> Term {
    let mut known = HashMap::new();
    substitute_known(terms, term, map, &mut known)
}

impl Terms {
    /// See [`substitute`]; `known` remembers what was replaced before by the same map.
    pub fn substitute_known(
        &mut self,
        term: Term,
        map: &HashMap<Term, Term>,
        known: &mut HashMap<Term, Term>,
    ) -> Term {
        substitute_known(self, term, map, known)
    }
}

fn substitute_known(
    terms: &mut Terms,
    root: Term,
    map: &HashMap<Term, Term>,
    known: &mut HashMap<Term, Term>,
) -> Term {
    let mut stack = vec![root];
    while let Some(&term) = stack.last() {
        if known.contains_key(&term) {
            stack.pop();
            continue;
        }
        if let Some(replacement) = map.get(&term) {
            known.insert(term, *replacement);
            continue;
        }
        let before = stack.len();
        let mut arguments = Vec::new();
        for argument in terms.arguments(term) {
            match known.get(argument) {
                Some(replacement) => arguments.push(*replacement),
                None => stack.push(*argument),
            }
        }
        if stack.len() > before {
            continue;
        }
        let replaced =
            if arguments == terms.arguments(term) { term } else { terms.rebuild(term, &arguments) };
        known.insert(term, replaced);
    }
    known[&root]
}
