//! A model as it can be drawn: plain data between the model and whatever shows it.
//!
//! Arrays over the integers share one axis. It is cut wherever an array changes and around the
//! cells that named constants point at, so that every array reads one value within a column.

mod axis;
mod pointers;

use std::collections::{BTreeMap, BTreeSet};

use buttress_logic::{
    Evaluator, Function, Interpretation, Model, Rational, Sort, SortKind, Symbol, TableKind, Term,
    Terms, Value, ValueKind, print_shared, print_symbol, print_value,
};

use super::explain::as_option;
use crate::limits::{LONGEST_CELL, MOST_COLUMNS, MOST_DRAWN_ARRAYS, MOST_ROWS};
pub use axis::stretch;
use axis::{lay_out, rows_of};
use pointers::pointers;

/// A model as it can be drawn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Picture {
    /// Constants that are no arrays, with their values.
    pub scalars: Vec<(String, String)>,
    /// The axis that all arrays share, from left to right.
    pub columns: Vec<Column>,
    /// Columns that are left out at the right end.
    pub columns_left_out: usize,
    /// Arrays over the integers.
    pub arrays: Vec<ArrayRow>,
    /// Arrays that are left out.
    pub arrays_left_out: usize,
    /// Arrays over other sorts, hashtables, and functions.
    pub tables: Vec<KeyedTable>,
}

/// A stretch of the axis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Column {
    /// Indices at which each array reads one value.
    Cells {
        /// The first index; `None` if there is none.
        first: Option<String>,
        /// The last index; `None` if there is none.
        last: Option<String>,
        /// Constants with that index as their value; then it is one index alone.
        names: Vec<String>,
    },
    /// Indices at which every array reads what it reads everywhere else.
    Gap,
}

/// An array over the integers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrayRow {
    /// Its name.
    pub name: String,
    /// What it reads in each column; in a gap, what it reads everywhere else.
    pub cells: Vec<String>,
    /// What it reads outside of all columns and in gaps. `None` if the columns are all there is.
    pub everywhere_else: Option<String>,
}

/// Keys with their values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyedTable {
    /// Its name.
    pub name: String,
    /// Keys and values.
    pub rows: Vec<(String, String)>,
    /// Rows that are left out.
    pub rows_left_out: usize,
    /// What stands at all other keys.
    pub rest: Rest,
}

/// What a table has at keys that are not listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rest {
    /// This value.
    Value(String),
    /// Nothing: a hashtable has no other keys.
    Absent,
    /// There are no other keys: all elements of the sort are listed.
    NoOthers,
}

/// The picture of these functions in a model of these formulas.
pub fn picture(
    terms: &mut Terms,
    model: &mut Model,
    functions: &[Function],
    formulas: &[Term],
) -> Picture {
    let mut painter = Painter { names: BTreeMap::new(), arrays: Vec::new() };
    let mut picture = Picture::default();
    let mut applications = Vec::new();
    // What only the reader knows is of no use to a person.
    let is_own = |function: &&Function| !terms.function_name(**function).starts_with('@');
    let functions: Vec<Function> = functions.iter().filter(is_own).copied().collect();
    for function in &functions {
        let name = print_symbol(terms.function_name(*function));
        if !terms.function_arguments(*function).is_empty() {
            applications.push(applied(terms, model, *function, name));
            continue;
        }
        let term = terms.apply(*function, &[]);
        match Evaluator::new(terms, model).value(term) {
            Ok(value) if matches!(model.values.kind(value), ValueKind::Array(..)) => {
                painter.arrays.push((name, value));
            }
            Ok(value) => {
                painter.names.entry(value).or_default().push((*function, name.clone()));
                picture.scalars.push((name, shown(terms, model, value)));
            }
            Err(error) => picture.scalars.push((name, format!("({error})"))),
        }
    }
    painter.paint(terms, model, formulas, &mut picture);
    picture.tables.extend(applications);
    picture
}

/// What is left to draw.
struct Painter {
    /// The constants that are no arrays, by their values.
    names: BTreeMap<Value, Vec<(Function, String)>>,
    /// The arrays, those of arrays included.
    arrays: Vec<(String, Value)>,
}

/// An array over the integers: what it reads at first, and from each place on.
struct Steps {
    name: String,
    first: Value,
    steps: Vec<(Rational, Value)>,
}

impl Painter {
    fn paint(
        &mut self,
        terms: &Terms,
        model: &mut Model,
        formulas: &[Term],
        picture: &mut Picture,
    ) {
        let mut arrays: Vec<Steps> = Vec::new();
        // Arrays of arrays are taken apart; the last comes first.
        let mut pending: Vec<(String, Value)> = self.arrays.drain(..).rev().collect();
        while let Some((name, value)) = pending.pop() {
            let sort = model.values.sort_of(terms, value);
            let Some((index, element)) = terms.array_parts(sort) else { continue };
            if index != Sort::INT || terms.table_parts(sort).is_some_and(is_hash) {
                picture.tables.push(self.keyed(terms, model, name, value, sort));
                continue;
            }
            let Some((first, steps)) = model.values.steps(value) else { continue };
            if arrays.len() + pending.len() >= MOST_DRAWN_ARRAYS {
                picture.arrays_left_out += 1;
            } else if terms.array_parts(element).is_some() {
                let rows = rows_of(&name, first, &steps);
                pending.extend(rows.into_iter().rev());
            } else {
                arrays.push(Steps { name, first, steps });
            }
        }
        let marks = match arrays.is_empty() {
            true => BTreeMap::new(),
            false => self.marks(terms, model, formulas),
        };
        lay_out(terms, model, &arrays, &marks, picture);
    }

    /// The constants that point at cells, by their values.
    fn marks(
        &self,
        terms: &Terms,
        model: &Model,
        formulas: &[Term],
    ) -> BTreeMap<Rational, Vec<String>> {
        let pointers = pointers(terms, formulas);
        let mut marks: BTreeMap<Rational, Vec<String>> = BTreeMap::new();
        for (value, names) in &self.names {
            if let ValueKind::Number(Sort::INT, number) = model.values.kind(*value) {
                let names = names.iter().filter(|(function, _)| pointers.contains(function));
                let names: Vec<String> = names.map(|(_, name)| name.clone()).collect();
                if !names.is_empty() {
                    marks.insert(number.clone(), names);
                }
            }
        }
        marks
    }

    /// An array that is not over the integers, or a hashtable.
    fn keyed(
        &self,
        terms: &Terms,
        model: &mut Model,
        name: String,
        array: Value,
        sort: Sort,
    ) -> KeyedTable {
        let mut pairs = model.values.exceptions(array).unwrap_or_default();
        let default = model.values.default_of(array);
        let default_text = default.map_or_else(String::new, |value| shown(terms, model, value));
        let is_table = terms.table_parts(sort).is_some_and(is_hash);
        let index = terms.array_parts(sort).map_or(Sort::BOOL, |(index, _)| index);
        let mut rest = match is_table && default_text == NOTHING {
            true => Rest::Absent,
            false => Rest::Value(default_text),
        };
        if let (SortKind::Uninterpreted { .. }, Rest::Value(_), Some(default)) =
            (terms.sort_kind(index), &rest, default)
        {
            // Elements with names are worth a row, whatever stands there.
            let listed: BTreeSet<Value> = pairs.iter().map(|pair| pair.0).collect();
            let named = self.names.keys().filter(|value| {
                model.values.sort_of(terms, **value) == index && !listed.contains(value)
            });
            pairs.extend(named.map(|value| (*value, default)));
            pairs.sort_unstable();
            if pairs.len() >= model.values.universe(index) as usize {
                rest = Rest::NoOthers;
            }
        }
        let rows_left_out = pairs.len().saturating_sub(MOST_ROWS);
        let rows = pairs.iter().take(MOST_ROWS).map(|(key, value)| {
            let text = shown(terms, model, *key);
            let names = self.names.get(key).map(Vec::as_slice).unwrap_or_default();
            let names: Vec<&str> = names.iter().map(|(_, name)| name.as_str()).collect();
            let key = match names.is_empty() {
                true => text,
                false => format!("{} ({text})", names.join(", ")),
            };
            (key, shown(terms, model, *value))
        });
        KeyedTable { name, rows: rows.collect(), rows_left_out, rest }
    }
}

fn is_hash((kind, ..): (TableKind, Sort, Sort)) -> bool {
    kind == TableKind::Hash
}

/// What stands where a table has nothing.
const NOTHING: &str = "⊥";

/// A value for a person: numbers as they are written by hand, elements without their sorts,
/// undefined elements as ⊥ and defined ones by their content.
fn shown(terms: &Terms, model: &Model, value: Value) -> String {
    let values = &model.values;
    let text = match values.kind(value) {
        ValueKind::Number(_, number) => number.to_string(),
        ValueKind::Element(_, number) => format!("@{number}"),
        ValueKind::Datatype(constructor, fields) => {
            let sort = terms.datatype_sort(terms.constructor_datatype(*constructor));
            match (as_option(terms, sort), &fields[..]) {
                (Some(_), []) => NOTHING.to_owned(),
                (Some(_), [content])
                    if as_option(terms, values.sort_of(terms, *content)).is_none() =>
                {
                    return shown(terms, model, *content);
                }
                _ => print_value(terms, values, value),
            }
        }
        _ => print_value(terms, values, value),
    };
    match text.char_indices().nth(LONGEST_CELL) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// A function with arguments.
fn applied(terms: &Terms, model: &mut Model, function: Function, name: String) -> KeyedTable {
    let fallback = model.values.default_value(terms, terms.function_result(function));
    let model = &*model;
    let text = |value: Value| shown(terms, model, value);
    let (mut rows, mut rows_left_out) = (Vec::new(), 0);
    let everywhere_else = match model.interpretation(Symbol::Function(function)) {
        Some(Interpretation::Table(table)) => {
            let default = table.default.unwrap_or(fallback);
            for (arguments, value) in table.entries.iter().filter(|(_, value)| **value != default) {
                if rows.len() == MOST_ROWS {
                    rows_left_out += 1;
                    continue;
                }
                let arguments: Vec<String> = arguments.iter().map(|value| text(*value)).collect();
                rows.push((arguments.join(", "), text(*value)));
            }
            text(default)
        }
        Some(Interpretation::Definition { body, .. }) => print_shared(terms, *body),
        None => text(fallback),
    };
    KeyedTable { name, rows, rows_left_out, rest: Rest::Value(everywhere_else) }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Fixture {
        terms: Terms,
        model: Model,
        functions: Vec<Function>,
    }

    impl Fixture {
        fn new() -> Fixture {
            Fixture { terms: Terms::new(), model: Model::new(), functions: Vec::new() }
        }

        fn int(&mut self, number: i64) -> Value {
            self.model.values.number(Sort::INT, Rational::from(number))
        }

        fn constant(&mut self, name: &str, sort: Sort, value: Value) -> Term {
            let function = self.terms.declare_function(name, &[], sort);
            self.model.set_constant(function, value);
            self.functions.push(function);
            self.terms.apply(function, &[])
        }

        /// An array over the integers: what it reads first, and from each place on.
        fn steps(&mut self, name: &str, first: i64, steps: &[(i64, i64)]) -> Term {
            let sort = self.terms.array_sort(Sort::INT, Sort::INT);
            let first = self.int(first);
            let steps =
                steps.iter().map(|(place, value)| (Rational::from(*place), self.int(*value)));
            let steps = steps.collect();
            let value = self.model.values.intervals(sort, first, steps);
            self.constant(name, sort, value)
        }

        fn picture(&mut self, formulas: &[Term]) -> Picture {
            let functions = self.functions.clone();
            picture(&mut self.terms, &mut self.model, &functions, formulas)
        }
    }

    /// Labels and names of the columns, as a line.
    fn axis(picture: &Picture) -> String {
        let columns = picture.columns.iter().map(|column| match column {
            Column::Gap => "gap".to_owned(),
            Column::Cells { first, last, names } => {
                format!("{}{}", stretch(first.as_deref(), last.as_deref()), names.join("&"))
            }
        });
        columns.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_axis_is_cut_where_arrays_change_and_at_pointers() {
        let mut fixture = Fixture::new();
        let a = fixture.steps("a", 3, &[(0, 7)]);
        fixture.steps("b", 5, &[(-2, 6)]);
        let (four, nine) = (fixture.int(4), fixture.int(9));
        let k = fixture.constant("k", Sort::INT, four);
        fixture.constant("v", Sort::INT, nine);
        let read = fixture.terms.select(a, k);
        let formula = fixture.terms.equal(read, k);
        let picture = fixture.picture(&[formula]);
        assert_eq!(axis(&picture), "…-3 -2…-1 0…3 4k 5…");
        assert_eq!(picture.arrays[0].cells, ["3", "3", "7", "7", "7"]);
        assert_eq!(picture.arrays[1].cells, ["5", "6", "6", "6", "6"]);
        assert_eq!(picture.arrays[0].everywhere_else, None);
        assert_eq!(picture.scalars, [("k", "4"), ("v", "9")].map(|(n, v)| (n.into(), v.into())));
    }

    #[test]
    fn what_every_array_reads_everywhere_else_is_left_out() {
        let mut fixture = Fixture::new();
        fixture.steps("a", 0, &[(2, 1), (4, 0), (9, 5), (10, 0)]);
        fixture.steps("b", 8, &[]);
        let picture = fixture.picture(&[]);
        assert_eq!(axis(&picture), "2…3 gap 9");
        assert_eq!(picture.arrays[0].cells, ["1", "0", "5"]);
        assert_eq!(picture.arrays[1].everywhere_else.as_deref(), Some("8"));
    }

    #[test]
    fn long_axes_are_cut_with_a_count() {
        let mut fixture = Fixture::new();
        let steps: Vec<(i64, i64)> = (0..100).map(|place| (place, place + 1)).collect();
        fixture.steps("a", 0, &steps);
        let picture = fixture.picture(&[]);
        assert_eq!((picture.columns.len(), picture.columns_left_out), (60, 41));
        assert_eq!(picture.arrays[0].cells.len(), 60);
    }

    #[test]
    fn undefined_elements_and_named_keys_are_told() {
        let mut fixture = Fixture::new();
        let (entry, entry_sort) = fixture.terms.declare_datatype("Entry", &[]);
        let none = fixture.terms.add_constructor(entry, "none", &[]);
        let some =
            fixture.terms.add_constructor(entry, "some", &[("content".to_owned(), Sort::INT)]);
        let partial = fixture.terms.array_sort(Sort::INT, entry_sort);
        let undefined = fixture.model.values.construct(none, &[]);
        let five = fixture.int(5);
        let defined = fixture.model.values.construct(some, &[five]);
        let three = Rational::from(3);
        let steps = vec![(three.clone(), defined), (&three + &Rational::ONE, undefined)];
        let value = fixture.model.values.intervals(partial, undefined, steps);
        fixture.constant("p", partial, value);
        let declaration = fixture.terms.declare_sort();
        let (name, arguments) = ("Key".to_owned(), Vec::new());
        let key = fixture.terms.sort(SortKind::Uninterpreted { name, declaration, arguments });
        fixture.model.values.set_universe(key, 3);
        let keyed = fixture.terms.array_sort(key, Sort::INT);
        let [first, second] = [0, 1].map(|number| fixture.model.values.element(key, number));
        let table = fixture.model.values.constant_array(keyed, five);
        let six = fixture.int(6);
        let table = fixture.model.values.store(&fixture.terms, table, first, six).unwrap();
        fixture.constant("k", key, second);
        fixture.constant("h", keyed, table);
        let picture = fixture.picture(&[]);
        assert_eq!(picture.arrays[0].cells, ["5"]);
        assert_eq!(picture.arrays[0].everywhere_else.as_deref(), Some("⊥"));
        let rows = [("@0", "6"), ("k (@1)", "5")].map(|(key, value)| (key.into(), value.into()));
        assert_eq!(picture.tables[0].rows, rows);
        assert_eq!(picture.tables[0].rest, Rest::Value("5".to_owned()));
    }
}
