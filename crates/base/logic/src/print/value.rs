//! Values as terms.

use std::borrow::Cow;

use buttress_numeric::Rational;

use super::sort::{applied, constructor_text, element_text, number_text, print_sort};
use super::table::table_pieces;
use super::write::{Piece, write_shared, write_tree};
use crate::limits::{PRINTED_EXCEPTIONS, PRINTED_PARTS};
use crate::{Sort, Terms, Value, ValueKind, Values};

/// A value as a term.
pub fn print_value(terms: &Terms, values: &Values, value: Value) -> String {
    let pieces = |value| value_pieces(terms, values, value);
    if is_large(value, pieces) { write_shared(value, pieces) } else { write_tree(value, pieces) }
}

/// Does the value, written out in full, have more than [`PRINTED_PARTS`] parts?
fn is_large(root: Value, pieces: impl Fn(Value) -> Vec<Piece<Value>>) -> bool {
    let mut count = 0;
    let mut stack = vec![root];
    while let Some(value) = stack.pop() {
        count += 1;
        if count > PRINTED_PARTS {
            return true;
        }
        stack.extend(pieces(value).into_iter().filter_map(|piece| match piece {
            Piece::Part(value) => Some(value),
            Piece::Text(_) | Piece::Scope(_) => None,
        }));
    }
    false
}

fn value_pieces(terms: &Terms, values: &Values, value: Value) -> Vec<Piece<Value>> {
    let text = match values.kind(value) {
        ValueKind::Bool(value) => value.to_string(),
        ValueKind::Number(sort, number) => number_text(number, *sort),
        ValueKind::Element(sort, number) => element_text(terms, *sort, *number),
        ValueKind::Datatype(constructor, fields) => {
            return applied(constructor_text(terms, *constructor).into(), fields);
        }
        ValueKind::Array(sort, _) => return array_pieces(terms, values, value, *sort),
    };
    vec![Piece::Text(text.into())]
}

/// An array as stores into a constant array, or as a lambda where these would be many more than
/// its steps are.
fn array_pieces(terms: &Terms, values: &Values, array: Value, sort: Sort) -> Vec<Piece<Value>> {
    let Some(default) = values.default_of(array) else { return Vec::new() };
    let mut stores: Vec<(Piece<Value>, Value)> = Vec::new();
    match values.steps(array) {
        Some((_, steps)) => {
            match values.points(array, steps.len().max(PRINTED_EXCEPTIONS)) {
                Some(points) => stores.extend(points.into_iter().map(|(index, value)| {
                    (Piece::Text(number_text(&index, Sort::INT).into()), value)
                })),
                None => return lambda_pieces(default, steps),
            }
        }
        None => {
            let pairs = values.pairs(array).into_iter();
            stores.extend(pairs.map(|(index, value)| (Piece::Part(index), value)));
        }
    }
    if let Some((kind, ..)) = terms.table_parts(sort) {
        return table_pieces(terms, values, (kind, sort), default, stores);
    }
    let mut pieces = vec![
        Piece::Text(Cow::Owned("(store ".repeat(stores.len()))),
        Piece::Text(format!("((as const {}) ", print_sort(terms, sort)).into()),
        Piece::Part(default),
        Piece::Text(")".into()),
    ];
    for (index, value) in stores {
        pieces.extend([
            Piece::Text(" ".into()),
            index,
            Piece::Text(" ".into()),
            Piece::Part(value),
            Piece::Text(")".into()),
        ]);
    }
    pieces
}

/// `(lambda ((@i Int)) (ite (< @i 3) 0 (ite (< @i 7) 5 1)))`
fn lambda_pieces(first: Value, steps: Vec<(Rational, Value)>) -> Vec<Piece<Value>> {
    // No user's name has this prefix, so no name within can be mistaken for the variable.
    let mut pieces = vec![Piece::Text("(lambda ((@i Int)) ".into())];
    let depth = steps.len();
    let mut before = first;
    for (place, value) in steps {
        let condition = format!("(ite (< @i {}) ", number_text(&place, Sort::INT));
        pieces.push(Piece::Text(condition.into()));
        pieces.push(Piece::Part(std::mem::replace(&mut before, value)));
        pieces.push(Piece::Text(" ".into()));
    }
    pieces.push(Piece::Part(before));
    pieces.push(Piece::Text(")".repeat(depth + 1).into()));
    pieces
}
