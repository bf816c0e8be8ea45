//! The values of a family of sorts, built one by one.
//!
//! A function is put down by the indices at which it differs from the first element that was found, so
//! that different lists are different functions. Layer by layer, everything is built that can be built
//! from what is there; what stays below a bound has been built completely, and is counted exactly.
//!
//! Sorts of more values than that are looked at again, with few values of each: the first two and the two
//! deepest. Without a way round, values are at most as deep as there are sorts, twice; with one, they get
//! deeper for ever.

use std::collections::HashMap;

use super::family::{Member, SortFamily};
use crate::limits::MOST_SORT_VALUES;

/// How many values a sort was found to have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Enumerated {
    /// Exactly so many: these are all.
    All(u64),
    /// Finitely many: they do not get deeper.
    Many,
    /// Infinitely many: they get deeper and deeper.
    Endless,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Node {
    /// An integer of a sort: larger ones are deeper.
    Integer(usize, usize),
    /// An element or a constructor by its number, with its fields.
    Built(usize, usize, Vec<usize>),
    /// Where a function does not read the first element.
    Function(usize, Vec<(usize, usize)>),
}

#[derive(Default)]
struct Store {
    numbers: HashMap<Node, usize>,
    depths: Vec<usize>,
}

impl Store {
    fn node(&mut self, node: Node) -> usize {
        let depth = match &node {
            Node::Integer(_, number) => *number,
            Node::Built(_, _, fields) => {
                1 + fields.iter().map(|field| self.depths[*field]).max().unwrap_or(0)
            }
            Node::Function(_, pairs) => {
                let parts = pairs.iter().flat_map(|(index, value)| [index, value]);
                1 + parts.map(|part| self.depths[*part]).max().unwrap_or(0)
            }
        };
        let next = self.depths.len();
        let number = *self.numbers.entry(node).or_insert(next);
        if number == next {
            self.depths.push(depth);
        }
        number
    }
}

impl SortFamily {
    /// How many values each sort has.
    pub fn counts(&self) -> Vec<Enumerated> {
        let full = self.layers(MOST_SORT_VALUES, usize::MAX, |_, values| {
            values.truncate(MOST_SORT_VALUES + 1)
        });
        let endless = 3 * self.members.len() + 3;
        let rounds = 8 * self.members.len() + 16;
        let deep = self.layers(usize::MAX, rounds, |store, values| {
            if values.len() > 4 {
                let mut others = values.split_off(2);
                others.sort_by_key(|value| std::cmp::Reverse(store.depths[*value]));
                values.extend(others.into_iter().take(2));
            }
        });
        let deepest = |place: usize| {
            let (store, sets) = &deep;
            sets[place].iter().map(|value| store.depths[*value]).max().unwrap_or(0)
        };
        let counts = full.1.iter().enumerate().map(|(place, values)| match values.len() {
            count if count <= MOST_SORT_VALUES => Enumerated::All(count as u64),
            _ if deepest(place) > endless => Enumerated::Endless,
            _ => Enumerated::Many,
        });
        counts.collect()
    }

    /// Layers until nothing is new, or so many. What has more values than `most` is left alone.
    fn layers(
        &self,
        most: usize,
        rounds: usize,
        keep: impl Fn(&Store, &mut Vec<usize>),
    ) -> (Store, Vec<Vec<usize>>) {
        let mut store = Store::default();
        let mut sets: Vec<Vec<usize>> = vec![Vec::new(); self.members.len()];
        for round in 0..rounds {
            let mut next = sets.clone();
            for (place, member) in self.members.iter().enumerate() {
                if sets[place].len() > most {
                    continue;
                }
                for value in built(&mut store, &sets, place, member, round, most) {
                    if !next[place].contains(&value) {
                        next[place].push(value);
                    }
                }
                keep(&store, &mut next[place]);
            }
            if next == sets {
                break;
            }
            sets = next;
        }
        (store, sets)
    }
}

/// What can be built of a sort from the values so far, or a bit more than `most` of it.
fn built(
    store: &mut Store,
    sets: &[Vec<usize>],
    place: usize,
    member: &Member,
    round: usize,
    most: usize,
) -> Vec<usize> {
    match member {
        Member::Bool => (0..2).map(|number| atom(store, place, number)).collect(),
        Member::Integers => {
            let numbers = 0..=if most == usize::MAX { round } else { most };
            numbers.map(|number| store.node(Node::Integer(place, number))).collect()
        }
        Member::Universe(size) => {
            (0..u64::from(*size)).map(|number| atom(store, place, number)).collect()
        }
        Member::Array { index, element } => {
            let Some((_, others)) = sets[*element].split_first() else { return Vec::new() };
            let mut lists: Vec<Vec<(usize, usize)>> = vec![Vec::new()];
            let is_few = most == usize::MAX;
            for index in &sets[*index] {
                for list in lists.clone() {
                    // Few functions are enough where only depth matters.
                    if lists.len() > most || is_few && !list.is_empty() {
                        break;
                    }
                    let longer = others.iter().map(|value| {
                        let mut list = list.clone();
                        list.push((*index, *value));
                        list.sort_unstable();
                        list
                    });
                    lists.extend(longer);
                }
            }
            lists.into_iter().map(|list| store.node(Node::Function(place, list))).collect()
        }
        Member::Datatype(constructors) => {
            let mut values = Vec::new();
            for (number, fields) in constructors.iter().enumerate() {
                let mut rows: Vec<Vec<usize>> = vec![Vec::new()];
                for field in fields {
                    let longer = rows.iter().flat_map(|row| {
                        sets[*field].iter().map(|value| [row.as_slice(), &[*value]].concat())
                    });
                    rows = longer.take(most.saturating_add(1)).collect();
                }
                let nodes = rows.into_iter().map(|row| Node::Built(place, number, row));
                values.extend(nodes.map(|node| store.node(node)));
            }
            values
        }
    }
}

/// An element of a finite sort without parts: it is no deeper for a larger number.
fn atom(store: &mut Store, place: usize, number: u64) -> usize {
    store.node(Node::Built(place, number as usize, Vec::new()))
}
