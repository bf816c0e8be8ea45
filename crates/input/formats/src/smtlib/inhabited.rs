//! Does a datatype have a value at all?
//!
//! SMT-LIB has no empty sorts, so a datatype without a finite value is refused. Whether an instance
//! has one depends only on which parameters have one: `(List T)` has `nil` even if T is empty, which
//! is why `tree = node(children: List tree)` is fine.

use std::collections::HashMap;

use super::family::Family;
use super::shape::{Maker, Shape};

/// For each family from `first` on, its table: does it have a value, given the parameters that do?
pub(super) fn inhabited(families: &[Family], first: usize) -> Vec<Vec<bool>> {
    let mut tables: Vec<Vec<bool>> =
        families[first..].iter().map(|family| vec![false; 1 << family.parameters]).collect();
    // The families that mention a family: they must be looked at again when it gains a value.
    let mut users: HashMap<usize, Vec<usize>> = HashMap::new();
    for (user, family) in families.iter().enumerate().skip(first) {
        for shape in &family.shapes {
            if let Shape::Apply { maker: Maker::Datatype(used), .. } = shape
                && *used >= first
            {
                let list = users.entry(*used).or_default();
                if list.last() != Some(&user) {
                    list.push(user);
                }
            }
        }
    }
    let mut todo: Vec<usize> = (first..families.len()).collect();
    let mut is_waiting = vec![true; todo.len()];
    while let Some(family) = todo.pop() {
        is_waiting[family - first] = false;
        let mut has_grown = false;
        for parameters in 0..1usize << families[family].parameters {
            if !tables[family - first][parameters]
                && has_value(families, first, &tables, family, parameters)
            {
                tables[family - first][parameters] = true;
                has_grown = true;
            }
        }
        if has_grown {
            for &user in users.get(&family).into_iter().flatten() {
                if !std::mem::replace(&mut is_waiting[user - first], true) {
                    todo.push(user);
                }
            }
        }
    }
    tables
}

/// Does some constructor have only fields with values?
fn has_value(
    families: &[Family],
    first: usize,
    tables: &[Vec<bool>],
    family: usize,
    parameters: usize,
) -> bool {
    let family = &families[family];
    let mut values: Vec<bool> = Vec::with_capacity(family.shapes.len());
    for shape in &family.shapes {
        values.push(match shape {
            Shape::Closed(_) => true,
            Shape::Parameter(place) => parameters >> place & 1 == 1,
            Shape::Apply { maker: Maker::Datatype(inner), arguments, .. } => {
                let bits = arguments.iter().enumerate();
                let key =
                    bits.fold(0, |key, (bit, place)| key | usize::from(values[*place]) << bit);
                let table = match inner.checked_sub(first) {
                    Some(inner) => &tables[inner],
                    None => &families[*inner].inhabited,
                };
                table.get(key).copied().unwrap_or_default()
            }
            Shape::Apply { arguments, .. } => arguments.iter().all(|place| values[*place]),
        });
    }
    let is_fine = |(_, place): &(String, usize)| values[*place];
    family.constructors.iter().any(|template| template.fields.iter().all(is_fine))
}
