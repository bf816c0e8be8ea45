//! Models, as `get-model` prints them.

use super::sort::{element_text, parameters_text, print_sort};
use super::symbol::print_symbol;
use super::term::print_shared;
use super::value::print_value;
use crate::{Function, Interpretation, Model, Sort, Symbol, Table, Terms, Value, Values};

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
