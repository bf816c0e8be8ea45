//! The names of constants in a condition.

use std::collections::{HashMap, HashSet};

use buttress_logic::{Op, Term, Terms};

/// Every constant of the formulas by its name. They were taken out of a program, so that no two share one.
pub fn scope(terms: &Terms, formulas: &[Term]) -> HashMap<String, Term> {
    let mut scope = HashMap::new();
    let mut seen: HashSet<Term> = HashSet::new();
    let mut stack = formulas.to_vec();
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        stack.extend(terms.arguments(term));
        if let Op::Apply(function) = terms.op(term)
            && terms.arguments(term).is_empty()
        {
            scope.insert(terms.function_name(function).to_owned(), term);
        }
    }
    scope
}
