//! The axis that arrays over the integers share: where it is cut, and what is left out of it.

use std::collections::{BTreeMap, BTreeSet};

use buttress_logic::{Model, Rational, Terms, Value};

use super::{ArrayRow, Column, MOST_COLUMNS, Picture, Steps, shown};

/// The rows of an array of arrays, by the stretches of its own index.
pub(super) fn rows_of(
    name: &str,
    first: Value,
    steps: &[(Rational, Value)],
) -> Vec<(String, Value)> {
    let mut rows = Vec::new();
    let is_plain = steps.last().is_none_or(|(_, last)| *last == first);
    let mut starts: Vec<(Option<&Rational>, Value)> = vec![(None, first)];
    starts.extend(steps.iter().map(|(place, value)| (Some(place), *value)));
    for (position, (start, value)) in starts.iter().enumerate() {
        let end = starts.get(position + 1).and_then(|(place, _)| *place);
        if !(is_plain && *value == first) {
            let (from, to) = (start.map(|place| place.to_string()), end.map(before));
            rows.push((format!("{name}[{}]", stretch(from.as_deref(), to.as_deref())), *value));
        }
    }
    if is_plain {
        rows.push((format!("{name}[…]"), first));
    }
    rows
}

/// The index before this one, as text.
fn before(place: &Rational) -> String {
    (place - &Rational::ONE).to_string()
}

/// A stretch of indices: `3`, `3…7`, `…2`, `8…`, or `…`.
pub fn stretch(first: Option<&str>, last: Option<&str>) -> String {
    match (first, last) {
        (Some(first), Some(last)) if first == last => first.to_owned(),
        (first, last) => format!("{}…{}", first.unwrap_or_default(), last.unwrap_or_default()),
    }
}

/// Cuts the axis and reads every array in every column.
pub(super) fn lay_out(
    terms: &Terms,
    model: &Model,
    arrays: &[Steps],
    marks: &BTreeMap<Rational, Vec<String>>,
    picture: &mut Picture,
) {
    if arrays.is_empty() {
        return;
    }
    let mut cuts: BTreeSet<Rational> = BTreeSet::new();
    cuts.extend(arrays.iter().flat_map(|array| &array.steps).map(|(place, _)| place.clone()));
    for place in marks.keys() {
        cuts.extend([place.clone(), place + &Rational::ONE]);
    }
    let cuts: Vec<Rational> = cuts.into_iter().collect();
    // Before the first cut, and from each cut on.
    let mut starts: Vec<Option<&Rational>> = vec![None];
    starts.extend(cuts.iter().map(Some));
    let readings: Vec<Vec<Value>> = arrays.iter().map(|array| read_along(array, &starts)).collect();
    let has_elsewhere = readings.iter().all(|cells| cells.first() == cells.last());
    let is_dull = |place: usize| {
        has_elsewhere
            && starts[place].is_none_or(|start| !marks.contains_key(start))
            && readings.iter().all(|cells| cells.get(place) == cells.first())
    };
    let mut kept: Vec<(usize, Column)> = Vec::new();
    for (place, start) in starts.iter().enumerate() {
        let end = starts.get(place + 1).copied().flatten();
        if !is_dull(place) {
            let names = start.and_then(|start| marks.get(start)).cloned().unwrap_or_default();
            let (first, last) = (start.map(|start| start.to_string()), end.map(before));
            kept.push((place, Column::Cells { first, last, names }));
        } else if kept.last().is_some_and(|(_, column)| *column != Column::Gap) {
            kept.push((place, Column::Gap));
        }
    }
    if kept.last().is_some_and(|(_, column)| *column == Column::Gap) {
        kept.pop();
    }
    picture.columns_left_out = kept.len().saturating_sub(MOST_COLUMNS);
    kept.truncate(MOST_COLUMNS);
    for (array, cells) in arrays.iter().zip(&readings) {
        let text = |value: Value| shown(terms, model, value);
        let everywhere_else = has_elsewhere.then(|| text(array.first));
        let cells = kept.iter().filter_map(|(place, _)| cells.get(*place));
        let cells = cells.map(|value| text(*value)).collect();
        picture.arrays.push(ArrayRow { name: array.name.clone(), cells, everywhere_else });
    }
    picture.columns = kept.into_iter().map(|(_, column)| column).collect();
}

/// What an array reads from each start on; the starts hold all of its steps.
fn read_along(array: &Steps, starts: &[Option<&Rational>]) -> Vec<Value> {
    let mut steps = array.steps.iter().peekable();
    let mut reading = array.first;
    let read = starts.iter().map(|start| {
        while let Some((_, value)) = steps.next_if(|(place, _)| Some(place) <= *start) {
            reading = *value;
        }
        reading
    });
    read.collect()
}
