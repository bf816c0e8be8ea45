//! What a system speaks of besides numbers and truth values.

use buttress_horn::Horn;
use buttress_logic::{Term, Terms, Walk};

/// Which structures there are.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Structures {
    /// Arrays.
    pub arrays: bool,
    /// Values of datatypes.
    pub datatypes: bool,
}

impl Structures {
    /// Those of the parameters, variables and terms of a system.
    pub fn of(terms: &Terms, horn: &Horn) -> Structures {
        let mut roots: Vec<Term> = Vec::new();
        for predicate in &horn.predicates {
            roots.extend(&predicate.parameters);
        }
        for clause in &horn.clauses {
            roots.extend(&clause.variables);
            roots.push(clause.constraint);
            let applications = clause.body.iter().chain(&clause.head);
            roots.extend(applications.flat_map(|application| &application.arguments));
        }
        let mut found = Structures::default();
        let mut walk = Walk::of(&roots);
        while let Some(term) = walk.step() {
            let sort = terms.sort_of(term);
            if terms.array_parts(sort).is_some() {
                found.arrays = true;
            } else if terms.as_datatype(sort).is_some() {
                found.datatypes = true;
            }
            walk.enter(terms.arguments(term));
        }
        found
    }
}

/// Does a system speak of anything besides numbers and truth values?
pub fn has_structures(terms: &Terms, horn: &Horn) -> bool {
    Structures::of(terms, horn) != Structures::default()
}
