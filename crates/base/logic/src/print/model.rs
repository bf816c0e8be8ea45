//! Values and models, as `get-value` and `get-model` print them.

use std::borrow::Cow;

use buttress_numeric::Rational;

use super::table::table_pieces;
use super::write::{Piece, write_shared, write_tree};
use super::{
    applied, constructor_text, element_text, number_text, parameters_text, print_shared,
    print_sort, print_symbol,
};
use crate::{
    Function, Interpretation, Model, Sort, Symbol, Table, Terms, Value, ValueKind, Values,
};

/// Up to this many exceptions of an array over the integers are always written one by one.
const FEW: usize = 64;

/// Past this many parts, a value is written with its repeated parts shared.
const LARGE: usize = 10_000;

/// A value as a term.
pub fn print_value(terms: &Terms, values: &Values, value: Value) -> String {
    let pieces = |value| value_pieces(terms, values, value);
    if is_large(value, pieces) { write_shared(value, pieces) } else { write_tree(value, pieces) }
}

/// Does the value, written out in full, have more than [`LARGE`] parts?
fn is_large(root: Value, pieces: impl Fn(Value) -> Vec<Piece<Value>>) -> bool {
    let mut count = 0;
    let mut stack = vec![root];
    while let Some(value) = stack.pop() {
        count += 1;
        if count > LARGE {
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
            match values.points(array, steps.len().max(FEW)) {
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

/// The meaning of these functions and of the operations that SMT-LIB leaves open, as far as the
/// model mentions them; and the elements of uninterpreted sorts that have more than are mentioned.
pub fn print_model(terms: &Terms, model: &mut Model, functions: &[Function]) -> String {
    let mut symbols: Vec<Symbol> = functions.iter().map(|f| Symbol::Function(*f)).collect();
    symbols.extend(
        model.symbols().into_iter().filter(|symbol| !matches!(symbol, Symbol::Function(_))),
    );
    let mut text = String::from("(\n");
    for symbol in &symbols {
        text.push_str("  ");
        text.push_str(&print_definition(terms, model, *symbol));
        text.push('\n');
    }
    for (sort, size) in unmentioned(terms, model, &text) {
        text.push_str("  ");
        text.push_str(&print_universe(terms, sort, size));
        text.push('\n');
    }
    text.push(')');
    text
}

/// The uninterpreted sorts whose largest element a text does not mention, with the number of their
/// elements. The text itself is asked, since what is printed of a value is a matter of its kind.
fn unmentioned(terms: &Terms, model: &Model, text: &str) -> Vec<(Sort, u32)> {
    let mut universes = model.values.universes();
    universes
        .retain(|(sort, size)| *size > 1 && !text.contains(&element_text(terms, *sort, *size - 1)));
    universes
}

/// `(forall ((@x U)) (or (= @x (as @0 U)) (= @x (as @1 U))))`
fn print_universe(terms: &Terms, sort: Sort, size: u32) -> String {
    let equations: Vec<String> =
        (0..size).map(|number| format!("(= @x {})", element_text(terms, sort, number))).collect();
    let equations = match equations.as_slice() {
        [equation] => equation.clone(),
        _ => format!("(or {})", equations.join(" ")),
    };
    format!("(forall ((@x {})) {equations})", print_sort(terms, sort))
}

/// `(define-fun f ((x S) …) S body)`
fn print_definition(terms: &Terms, model: &mut Model, symbol: Symbol) -> String {
    let (arguments, result) = symbol.signature(terms);
    let default = model.values.default_value(terms, result);
    let name = print_symbol(&symbol.name(terms));
    let result = print_sort(terms, result);
    let empty = Table::default();
    let table = match model.interpretation(symbol) {
        Some(Interpretation::Definition { parameters, body }) => {
            let parameters = parameters_text(terms, parameters);
            let body = print_shared(terms, *body);
            return format!("(define-fun {name} {parameters} {result} {body})");
        }
        Some(Interpretation::Table(table)) => table,
        None => &empty,
    };
    // Names with this prefix are no user's, so the values below cannot be mistaken for them.
    let parameters: Vec<String> = arguments
        .iter()
        .enumerate()
        .map(|(place, sort)| format!("(@x{place} {})", print_sort(terms, *sort)))
        .collect();
    let body = table_text(terms, &model.values, table, default);
    format!("(define-fun {name} ({}) {result} {body})", parameters.join(" "))
}

/// A chain of `ite` over the places of a table.
fn table_text(terms: &Terms, values: &Values, table: &Table, default: Value) -> String {
    let mut default = table.default.unwrap_or(default);
    let mut text = String::new();
    let mut depth = 0;
    for (arguments, value) in &table.entries {
        if arguments.is_empty() {
            default = *value;
            continue;
        }
        if *value == default {
            continue;
        }
        let equations: Vec<String> = arguments
            .iter()
            .enumerate()
            .map(|(place, value)| format!("(= @x{place} {})", print_value(terms, values, *value)))
            .collect();
        let condition = match equations.as_slice() {
            [equation] => equation.clone(),
            _ => format!("(and {})", equations.join(" ")),
        };
        text.push_str(&format!("(ite {condition} {} ", print_value(terms, values, *value)));
        depth += 1;
    }
    text.push_str(&print_value(terms, values, default));
    text.push_str(&")".repeat(depth));
    text
}
