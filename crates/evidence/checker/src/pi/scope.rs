//! The names of constants in a condition.

use std::collections::{HashMap, HashSet};

use buttress_formats::smtlib::Script;
use buttress_logic::{Op, Sort, Term, Terms, Walk};

/// Every constant of the formulas by its name. They were taken out of a program, so that no two share one. The script
/// gets to know the datatypes of the formulas.
pub fn scope(terms: &mut Terms, script: &mut Script, formulas: &[Term]) -> HashMap<String, Term> {
    let mut scope = HashMap::new();
    let mut sorts: HashSet<Sort> = HashSet::new();
    let mut walk = Walk::of(formulas);
    while let Some(term) = walk.step() {
        walk.enter(terms.arguments(term));
        let sort = terms.sort_of(term);
        if sorts.insert(sort) {
            script.adopt(terms, sort);
        }
        if let Op::Apply(function) = terms.op(term)
            && terms.arguments(term).is_empty()
        {
            scope.insert(terms.function_name(function).to_owned(), term);
        }
    }
    scope
}
