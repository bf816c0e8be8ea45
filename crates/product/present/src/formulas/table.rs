//! A model for a person: a line per constant, rows for arrays and functions.
//!
//! Neighbouring integer indices that read alike are one row; what holds everywhere else is the last.

use buttress_logic::{
    Evaluator, Function, Interpretation, Model, Sort, Symbol, Terms, Value, print_content,
    print_shared, print_symbol, print_value,
};
use buttress_numeric::Rational;

/// The rows of one array or function, and what holds elsewhere, if there is an elsewhere.
struct Rows {
    rows: Vec<(String, String)>,
    elsewhere: Option<String>,
}

/// The meaning of these functions, as tables.
pub fn table(terms: &mut Terms, model: &mut Model, functions: &[Function]) -> String {
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
                let elsewhere = elsewhere.map(|value| ("everywhere else".to_owned(), value));
                let rows: Vec<_> = rows.into_iter().chain(elsewhere).collect();
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
    let index = terms.array_parts(model.values.sort_of(terms, value)).map(|(index, _)| index);
    if let Some((first, steps)) = model.values.steps(value)
        && index == Some(Sort::INT)
    {
        return Shown::Rows(stretches(terms, model, first, &steps));
    }
    let cells = model.values.exceptions(value);
    let (Some(default), Some(cells)) = (model.values.default_of(value), cells) else {
        return Shown::Value(print_value(terms, &model.values, value));
    };
    let shown = |value: Value| print_content(terms, &model.values, value);
    let rows = cells.iter().map(|(index, value)| (shown(*index), shown(*value))).collect();
    Shown::Rows(Rows { rows, elsewhere: Some(shown(default)) })
}

/// Rows of an array over the integers: it reads `first` at first, and from each step on its value.
fn stretches(terms: &Terms, model: &mut Model, first: Value, steps: &[(Rational, Value)]) -> Rows {
    // What it reads at both ends is what it reads everywhere else.
    let is_plain = steps.last().is_none_or(|(_, last)| *last == first);
    let mut number = |place: Rational| {
        let value = model.values.number(Sort::INT, place);
        print_value(terms, &model.values, value)
    };
    let mut rows = Vec::new();
    if let (false, Some((place, _))) = (is_plain, steps.first()) {
        rows.push((format!("up to {}", number(place - &Rational::ONE)), first));
    }
    for (position, (place, value)) in steps.iter().enumerate() {
        let label = match steps.get(position + 1) {
            _ if is_plain && *value == first => continue,
            None => format!("from {}", number(place.clone())),
            Some((end, _)) if *end == place + &Rational::ONE => number(place.clone()),
            Some((end, _)) => {
                format!("{} to {}", number(place.clone()), number(end - &Rational::ONE))
            }
        };
        rows.push((label, *value));
    }
    let shown = |value: Value| print_content(terms, &model.values, value);
    let rows = rows.into_iter().map(|(label, value)| (label, shown(value))).collect();
    Rows { rows, elsewhere: is_plain.then(|| shown(first)) }
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
            Rows { rows: rows.collect(), elsewhere: Some(shown(default)) }
        }
        Some(Interpretation::Definition { body, .. }) => {
            Rows { rows: Vec::new(), elsewhere: Some(print_shared(terms, *body)) }
        }
        None => Rows { rows: Vec::new(), elsewhere: Some(shown(fallback)) },
    }
}

#[cfg(test)]
mod tests {
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

    #[test]
    fn what_goes_on_for_ever_is_a_row() {
        let mut terms = Terms::new();
        let sort = terms.array_sort(Sort::INT, Sort::INT);
        let array = terms.declare_function("a", &[], sort);
        let mut model = Model::new();
        let [three, five] =
            [3, 5].map(|number| model.values.number(Sort::INT, Rational::from(number)));
        let steps = [(-2, five), (-1, three), (4, five)];
        let steps = steps.map(|(place, value)| (Rational::from(place), value)).to_vec();
        let value = model.values.intervals(sort, three, steps);
        model.set_constant(array, value);
        let shown = table(&mut terms, &mut model, &[array]);
        let expected = "\
a  up to (- 3): 3
   (- 2)      : 5
   (- 1) to 3 : 3
   from 4     : 5
";
        assert_eq!(shown, expected);
    }
}
