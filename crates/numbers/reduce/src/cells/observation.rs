//! What is seen of a value of a datatype: which constructor made it, and its scalar fields.

use buttress_logic::{Datatype, Sort, Term, Terms};

use crate::limits::MOST_OBSERVATIONS;

/// Is it a number or a truth value?
pub(super) fn is_scalar(sort: Sort) -> bool {
    sort == Sort::BOOL || sort.is_arithmetic()
}

/// Is it an array from scalars to scalars?
pub(super) fn is_simple_array(terms: &Terms, sort: Sort) -> bool {
    terms.array_parts(sort).is_some_and(|(index, element)| is_scalar(index) && is_scalar(element))
}

/// Scalars that are read from a value of a datatype: tests, scalar fields, and those of fields that are of other datatypes. A
/// datatype inside itself is not looked into, nor are arrays.
pub(super) fn observations(terms: &mut Terms, value: Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut pending: Vec<(Term, Vec<Datatype>)> = vec![(value, Vec::new())];
    while let Some((value, path)) = pending.pop() {
        let sort = terms.sort_of(value);
        if is_scalar(sort) {
            found.push(value);
            continue;
        }
        let Some(datatype) = terms.as_datatype(sort) else { continue };
        if path.contains(&datatype) || found.len() >= MOST_OBSERVATIONS {
            continue;
        }
        let path: Vec<Datatype> = path.into_iter().chain([datatype]).collect();
        let constructors = terms.constructors(datatype);
        // That none of the others made it says that the last one did.
        let tested = constructors.len().saturating_sub(1);
        for constructor in &constructors[..tested] {
            found.push(terms.test(*constructor, value));
        }
        for constructor in &constructors {
            for selector in terms.selectors(*constructor) {
                pending.push((terms.select_field(selector, value), path.clone()));
            }
        }
    }
    found.truncate(MOST_OBSERVATIONS);
    found
}
