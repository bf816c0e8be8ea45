//! A model for a person: a line per constant, rows for arrays and functions.
//!
//! Neighbouring integer indices that read alike are one row; what holds everywhere else is the last.

use std::cmp::Ordering;

use buttress_logic::{
    Evaluator, Function, Interpretation, Model, Symbol, Terms, Value, ValueKind, print_shared,
    print_symbol, print_value,
};
use buttress_numeric::Rational;

/// The rows of one array or function, and what holds elsewhere.
struct Rows {
    rows: Vec<(String, String)>,
    elsewhere: String,
}

/// The meaning of these functions, as tables.
pub(super) fn table(terms: &mut Terms, model: &mut Model, functions: &[Function]) -> String {
    let names: Vec<String> =
        functions.iter().map(|function| print_symbol(terms.function_name(*function))).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for (function, name) in functions.iter().zip(names) {
        let shown = match terms.function_arguments(*function) {
            [] => constant(terms, model, *function),
            _ => Shown::Rows(applied(terms, model, *function)),
        };
        match shown {
            Shown::Value(value) => text.push_str(&format!("{name:width$}  {value}\n")),
            Shown::Rows(Rows { rows, elsewhere }) => {
                let elsewhere = ("everywhere else".to_owned(), elsewhere);
                let rows: Vec<_> = rows.into_iter().chain([elsewhere]).collect();
                let inner = rows.iter().map(|row| row.0.chars().count()).max().unwrap_or(0);
                for (position, (place, value)) in rows.iter().enumerate() {
                    let name = if position == 0 { name.as_str() } else { "" };
                    text.push_str(&format!("{name:width$}  {place:inner$}: {value}\n"));
                }
            }
        }
    }
    text
}

enum Shown {
    Value(String),
    Rows(Rows),
}

fn constant(terms: &mut Terms, model: &mut Model, function: Function) -> Shown {
    let term = terms.apply(function, &[]);
    let value = match Evaluator::new(terms, model).value(term) {
        Ok(value) => value,
        Err(error) => return Shown::Value(format!("({error})")),
    };
    let values = &model.values;
    let Some(default) = values.default_of(value) else {
        return Shown::Value(print_value(terms, values, value));
    };
    let mut cells = values.exceptions(value);
    cells.sort_by(|left, right| order(model, left.0, right.0));
    let rows = folded(terms, model, &cells);
    Shown::Rows(Rows { rows, elsewhere: print_value(terms, &model.values, default) })
}

/// Numbers by size, everything else as it comes.
fn order(model: &Model, left: Value, right: Value) -> Ordering {
    match (model.values.as_number(left), model.values.as_number(right)) {
        (Some(left), Some(right)) => left.cmp(right),
        _ => left.cmp(&right),
    }
}

/// Rows of an array's cells, which are sorted; runs of integer indices that read alike are one.
fn folded(terms: &Terms, model: &Model, cells: &[(Value, Value)]) -> Vec<(String, String)> {
    let values = &model.values;
    let shown = |value: Value| print_value(terms, values, value);
    let integer = |value: Value| match values.kind(value) {
        ValueKind::Number(_, number) if number.is_integer() => Some(number.clone()),
        _ => None,
    };
    let mut runs: Vec<(Value, Value, Value)> = Vec::new();
    for &(index, value) in cells {
        if let Some((_, last, reading)) = runs.last_mut()
            && *reading == value
            && let (Some(before), Some(after)) = (integer(*last), integer(index))
            && before + Rational::ONE == after
        {
            *last = index;
            continue;
        }
        runs.push((index, index, value));
    }
    let row = |(first, last, value): &(Value, Value, Value)| {
        let place = match first == last {
            true => shown(*first),
            false => format!("{} to {}", shown(*first), shown(*last)),
        };
        (place, shown(*value))
    };
    runs.iter().map(row).collect()
}

fn applied(terms: &Terms, model: &mut Model, function: Function) -> Rows {
    let fallback = model.values.default_value(terms, terms.function_result(function));
    let values = &model.values;
    let shown = |value: Value| print_value(terms, values, value);
    match model.interpretation(Symbol::Function(function)) {
        Some(Interpretation::Table(table)) => {
            let default = table.default.unwrap_or(fallback);
            let entries = table.entries.iter().filter(|(_, value)| **value != default);
            let rows = entries.map(|(arguments, value)| {
                let arguments: Vec<String> = arguments.iter().map(|value| shown(*value)).collect();
                (arguments.join(", "), shown(*value))
            });
            Rows { rows: rows.collect(), elsewhere: shown(default) }
        }
        Some(Interpretation::Definition { body, .. }) => {
            Rows { rows: Vec::new(), elsewhere: print_shared(terms, *body) }
        }
        None => Rows { rows: Vec::new(), elsewhere: shown(fallback) },
    }
}

#[cfg(test)]
mod tests {
    use buttress_logic::Sort;

    use super::*;

    #[test]
    fn runs_of_cells_are_folded() {
        let mut terms = Terms::new();
        let sort = terms.array_sort(Sort::INT, Sort::INT);
        let array = terms.declare_function("a", &[], sort);
        let number = terms.declare_function("count", &[], Sort::INT);
        let f = terms.declare_function("f", &[Sort::INT, Sort::BOOL], Sort::INT);
        let mut model = Model::new();
        let int =
            |model: &mut Model, number: i64| model.values.number(Sort::INT, Rational::from(number));
        let five = int(&mut model, 5);
        let mut value = model.values.constant_array(sort, five);
        for (index, reading) in [(3, 9), (1, 9), (2, 9), (-4, 7), (10, 9)] {
            let (index, reading) = (int(&mut model, index), int(&mut model, reading));
            value = model.values.store(&terms, value, index, reading).unwrap();
        }
        model.set_constant(array, value);
        model.set_constant(number, five);
        let seven = int(&mut model, 7);
        model.set(Symbol::Function(f), &[seven, Value::TRUE], five);
        let shown = table(&mut terms, &mut model, &[array, number, f]);
        let expected = "\
a      (- 4)          : 7
       1 to 3         : 9
       10             : 9
       everywhere else: 5
count  5
f      7, true        : 5
       everywhere else: 0
";
        assert_eq!(shown, expected);
    }
}
