//! Is a formula guarded, as the theory of partial arrays asks for?

use buttress_arrays::ReduceError;
use buttress_arrays::reduce::partial::reduce_partial;
use buttress_logic::{Constructor, Op, Sort, Term, Terms};

/// Is every read at a universal variable guarded by being defined, in the whole formula?
///
/// Elements are undefined by the constant of a datatype that has one constant and one constructor
/// of one field.
pub(super) fn is_guarded(terms: &mut Terms, formula: Term) -> bool {
    let undefined = undefined(terms, formula);
    if undefined.is_empty() {
        return false;
    }
    // Whether all is guarded is known before the first instance is made.
    match reduce_partial(terms, formula, &undefined, 0) {
        Ok(_) | Err(ReduceError::TooManyInstances(_)) => true,
        Err(ReduceError::Unguarded(_)) => false,
    }
}

/// The constants that say that an element of an array in the formula is undefined.
fn undefined(terms: &Terms, formula: Term) -> Vec<Constructor> {
    let mut found = Vec::new();
    let mut seen = std::collections::HashSet::new();
    let mut stack = vec![formula];
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        if terms.op(term) == Op::Select
            && let Some((none, _)) = as_option(terms, terms.sort_of(term))
            && !found.contains(&none)
        {
            found.push(none);
        }
        stack.extend(terms.arguments(term));
    }
    found
}

/// A datatype with a constant and a constructor of one field, as partial arrays have for elements:
/// undefined, or a value.
pub(crate) fn as_option(terms: &Terms, sort: Sort) -> Option<(Constructor, Constructor)> {
    let [first, second] = terms.constructors(terms.as_datatype(sort)?)[..] else { return None };
    match (terms.selectors(first).len(), terms.selectors(second).len()) {
        (0, 1) => Some((first, second)),
        (1, 0) => Some((second, first)),
        _ => None,
    }
}
