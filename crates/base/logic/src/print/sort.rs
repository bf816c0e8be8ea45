//! Sorts, and what is named with its sort.

use std::borrow::Cow;

use buttress_numeric::Rational;

use super::symbol::print_symbol;
use super::write::{Piece, write_tree};
use crate::{Bound, Constructor, Sort, SortKind, Terms};

/// A sort.
pub fn print_sort(terms: &Terms, sort: Sort) -> String {
    write_tree(sort, |sort| {
        let (name, arguments) = match terms.sort_kind(sort) {
            SortKind::Bool => (Cow::Borrowed("Bool"), vec![]),
            SortKind::Int => (Cow::Borrowed("Int"), vec![]),
            SortKind::Real => (Cow::Borrowed("Real"), vec![]),
            SortKind::Uninterpreted { name, arguments, .. } => {
                (Cow::Owned(print_symbol(name)), arguments.clone())
            }
            SortKind::Array { index, element } => match terms.table_parts(sort) {
                Some((kind, key, content)) => (Cow::Borrowed(kind.name()), vec![key, content]),
                None => (Cow::Borrowed("Array"), vec![*index, *element]),
            },
            SortKind::Datatype(datatype) => (
                Cow::Owned(print_symbol(terms.datatype_name(*datatype))),
                terms.datatype_arguments(*datatype).to_vec(),
            ),
        };
        applied(name, &arguments)
    })
}

/// `(head part …)`, or the head alone.
pub(super) fn applied<N: Copy>(head: Cow<'static, str>, parts: &[N]) -> Vec<Piece<N>> {
    if parts.is_empty() {
        return vec![Piece::Text(head)];
    }
    let mut pieces = vec![Piece::Text("(".into()), Piece::Text(head)];
    for part in parts {
        pieces.push(Piece::Text(" ".into()));
        pieces.push(Piece::Part(*part));
    }
    pieces.push(Piece::Text(")".into()));
    pieces
}

/// `((x Int) (y Real))`
pub(super) fn parameters_text(terms: &Terms, bounds: &[Bound]) -> String {
    let parameters: Vec<String> = bounds
        .iter()
        .map(|bound| {
            let name = print_symbol(terms.bound_name(*bound));
            format!("({name} {})", print_sort(terms, terms.bound_sort(*bound)))
        })
        .collect();
    format!("({})", parameters.join(" "))
}

/// A constructor, with its sort where the arguments alone may not tell it: a datatype without
/// parameters is known by name, unless others share it, and a field of the datatype itself tells its parameters.
pub(super) fn constructor_text(terms: &Terms, constructor: Constructor) -> String {
    let name = print_symbol(terms.constructor_name(constructor));
    let datatype = terms.constructor_datatype(constructor);
    let sort = terms.datatype_sort(datatype);
    let has_itself =
        || terms.selectors(constructor).iter().any(|field| terms.selector_sort(*field) == sort);
    let is_told = !terms.is_shared_name(constructor)
        && (terms.datatype_arguments(datatype).is_empty() || has_itself());
    if is_told { name } else { format!("(as {name} {})", print_sort(terms, sort)) }
}

pub(super) fn element_text(terms: &Terms, sort: Sort, number: u32) -> String {
    format!("(as @{number} {})", print_sort(terms, sort))
}

/// A number as a term: `(- 3)`, `(- (/ 1.0 3.0))`.
pub(super) fn number_text(number: &Rational, sort: Sort) -> String {
    let point = if sort == Sort::REAL { ".0" } else { "" };
    let size = number.abs();
    let mut text = format!("{}{point}", size.numerator());
    if !size.is_integer() {
        text = format!("(/ {text} {}{point})", size.denominator());
    }
    if number.is_negative() { format!("(- {text})") } else { text }
}
