//! Inputs that are smaller than others, and what small means.

use buttress_numeric::{Integer, Rational};
use buttress_pi::interpret::Inputs;
use buttress_pi::{ArrayValue, Value};

/// What is to become small: what is unusual first, then lengths, then numbers.
pub(super) fn weight(inputs: &Inputs) -> (usize, usize, Integer) {
    let mut weight = (0, 0, Integer::ZERO);
    for value in inputs.values() {
        weigh(value, &mut weight);
    }
    weight
}

fn weigh(value: &Value, weight: &mut (usize, usize, Integer)) {
    match value {
        Value::Int(number) => add(number.as_rational(), weight),
        Value::Float(number) => {
            add(number, weight);
            weight.2 = &weight.2 + &(&number.denominator() - &Integer::ONE);
        }
        Value::Bool(truth) => weight.2 = &weight.2 + &Integer::from(i64::from(*truth)),
        Value::Array(array) => {
            let is_unusual = !array.outside.is_empty() || !is_initial(&array.beyond);
            weight.0 += array.outside.len() + usize::from(is_unusual);
            weight.1 += array.cells.len();
            array.cells.iter().for_each(|cell| weigh(cell, weight));
            weigh(&array.beyond, weight);
        }
        Value::Struct(fields) => fields.iter().for_each(|field| weigh(field, weight)),
        Value::Table(entries) => {
            weight.1 += entries.len();
            for (key, content) in entries {
                weigh(key, weight);
                weigh(content, weight);
            }
        }
        Value::List(items) => {
            weight.1 += items.len();
            items.iter().for_each(|item| weigh(item, weight));
        }
    }
}

/// Twice the size of the number, and one more if it is negative.
fn add(number: &Rational, weight: &mut (usize, usize, Integer)) {
    let size = number.abs().ceil();
    let sign = Integer::from(i64::from(number.is_negative()));
    weight.2 = &(&weight.2 + &(&size + &size)) + &sign;
}

fn is_initial(value: &Value) -> bool {
    match value {
        Value::Int(number) => number.is_zero(),
        Value::Float(number) => number.is_zero(),
        Value::Bool(truth) => !truth,
        Value::Array(array) => array.cells.is_empty() && is_initial(&array.beyond),
        Value::Struct(fields) => fields.iter().all(is_initial),
        Value::Table(entries) => entries.is_empty(),
        Value::List(items) => items.is_empty(),
    }
}

/// Inputs that may be smaller, the boldest changes first.
pub(super) fn candidates(inputs: &Inputs) -> Vec<Inputs> {
    let mut all = vec![];
    let mut usual = inputs.clone();
    usual.values_mut().for_each(make_usual);
    all.push(usual);
    all.push(ranked(inputs));
    for (position, value) in inputs.values().enumerate() {
        for change in changes(value) {
            let mut candidate = inputs.clone();
            if let Some(place) = candidate.values_mut().nth(position) {
                *place = change;
            }
            all.push(candidate);
        }
        if let Value::Array(array) = value {
            // A cell goes, also from arrays of the same length, and what points behind it moves along.
            for cell in (0..array.cells.len()).rev() {
                all.push(without(inputs, position, cell, false));
                all.push(without(inputs, position, cell, true));
            }
        }
    }
    all.extend(lowered(inputs));
    all
}

/// Nothing told outside of arrays.
fn make_usual(value: &mut Value) {
    match value {
        Value::Array(array) => {
            array.outside.clear();
            array.beyond = initial(&array.beyond);
            array.cells.iter_mut().for_each(make_usual);
        }
        Value::Struct(fields) => fields.iter_mut().for_each(make_usual),
        _ => {}
    }
}

fn initial(value: &Value) -> Value {
    match value {
        Value::Int(_) => Value::from(0),
        Value::Float(_) => Value::Float(Rational::ZERO),
        Value::Bool(_) => Value::Bool(false),
        Value::Array(array) => Value::array(vec![], initial(&array.beyond)),
        Value::Struct(fields) => Value::Struct(fields.iter().map(initial).collect()),
        Value::Table(_) => Value::Table([].into()),
        Value::List(_) => Value::List(vec![]),
    }
}

/// Every number in arrays replaced by how many smaller ones there are: the order stays. Those outside of arrays follow if
/// they are among them.
fn ranked(inputs: &Inputs) -> Inputs {
    let mut contents: Vec<Integer> = vec![];
    for value in inputs.values() {
        if let Value::Array(array) = value {
            for cell in &array.cells {
                if let Value::Int(number) = cell {
                    contents.push(number.clone());
                }
            }
        }
    }
    contents.sort();
    contents.dedup();
    let mut ranked = inputs.clone();
    for value in ranked.values_mut() {
        if let Value::Array(array) = value {
            for cell in &mut array.cells {
                if let Value::Int(number) = cell
                    && let Ok(rank) = contents.binary_search(number)
                {
                    *number = Integer::from(rank as i64);
                }
            }
        }
    }
    ranked
}

/// The inputs where an array, and those of the same length if `others`, lack a cell, and numbers behind it are one less.
fn without(inputs: &Inputs, position: usize, cell: usize, moves: bool) -> Inputs {
    let mut shorter = inputs.clone();
    let behind = Integer::from(cell as i64);
    for (number, value) in shorter.values_mut().enumerate() {
        match value {
            Value::Array(array) if number == position => {
                array.cells.remove(cell);
            }
            Value::Int(index) if moves && *index >= behind && index.signum() > 0 => {
                *index = &*index - &Integer::ONE;
            }
            _ => {}
        }
    }
    shorter
}

/// All numbers outside of arrays one nearer to zero, and all numbers above some one less.
fn lowered(inputs: &Inputs) -> Vec<Inputs> {
    let mut all = vec![];
    let mut lower = inputs.clone();
    for value in lower.values_mut() {
        if let Value::Int(number) = value {
            *number = &*number - &Integer::from(i64::from(number.signum()));
        }
    }
    all.push(lower);
    let mut lower = inputs.clone();
    for value in lower.values_mut() {
        if let Value::Array(array) = value {
            for cell in &mut array.cells {
                if let Value::Int(number) = cell {
                    *number = &*number - &Integer::from(i64::from(number.signum()));
                }
            }
        }
    }
    all.push(lower);
    all
}

/// Simpler values of the same type.
fn changes(value: &Value) -> Vec<Value> {
    match value {
        Value::Int(number) => whole_changes(number).into_iter().map(Value::Int).collect(),
        Value::Float(number) => {
            let mut changes: Vec<Value> = whole_changes(&number.floor())
                .into_iter()
                .chain([number.floor()])
                .map(|whole| Value::Float(whole.into_rational()))
                .collect();
            changes.push(Value::Float(-number));
            changes
        }
        Value::Bool(truth) => {
            if *truth {
                vec![Value::Bool(false)]
            } else {
                vec![]
            }
        }
        Value::Array(array) => array_changes(array),
        Value::Struct(fields) => within(fields, Value::Struct),
        Value::Table(entries) => {
            let mut all = vec![];
            for key in entries.keys() {
                let mut fewer = entries.clone();
                fewer.remove(key);
                all.push(Value::Table(fewer));
            }
            for (key, content) in entries {
                for change in changes(content) {
                    let mut changed = entries.clone();
                    changed.insert(key.clone(), change);
                    all.push(Value::Table(changed));
                }
                for change in changes(key) {
                    let mut changed = entries.clone();
                    changed.remove(key);
                    changed.insert(change, content.clone());
                    all.push(Value::Table(changed));
                }
            }
            all
        }
        Value::List(items) => {
            let mut all = vec![];
            for position in 0..items.len() {
                let mut shorter = items.clone();
                shorter.remove(position);
                all.push(Value::List(shorter));
            }
            all.extend(within(items, Value::List));
            all
        }
    }
}

fn array_changes(array: &ArrayValue) -> Vec<Value> {
    let with = |cells: Vec<Value>| Value::Array(Box::new(ArrayValue { cells, ..array.clone() }));
    let mut all = vec![];
    if array.cells.len() > 2 {
        all.push(with(array.cells[..array.cells.len() / 2].to_vec()));
    }
    all.extend(within(&array.cells, with));
    for change in changes(&array.beyond) {
        all.push(Value::Array(Box::new(ArrayValue { beyond: change, ..array.clone() })));
    }
    for index in array.outside.keys() {
        let mut fewer = array.clone();
        fewer.outside.remove(index);
        all.push(Value::Array(Box::new(fewer)));
    }
    all
}

/// One part changed.
fn within(parts: &[Value], whole: impl Fn(Vec<Value>) -> Value) -> Vec<Value> {
    let mut all = vec![];
    for (position, part) in parts.iter().enumerate() {
        for change in changes(part) {
            let mut changed = parts.to_vec();
            changed[position] = change;
            all.push(whole(changed));
        }
    }
    all
}

fn whole_changes(number: &Integer) -> Vec<Integer> {
    if number.is_zero() {
        return vec![];
    }
    let two = Integer::from(2);
    let half = number.abs().div_floor(&two).unwrap_or_default();
    let nearer = number - &Integer::from(i64::from(number.signum()));
    vec![Integer::ZERO, half, nearer, number.abs()]
}
