//! How many values a sort has.
//!
//! The values of datatypes are the smallest sets closed under the constructors, so numbers of values
//! are a least fixed point over the family of sorts that a sort is made of, itself included. It is
//! found by three questions, each answered for the whole family before the next.
//!
//! 1. Which sorts have a value? An array has one as soon as its element does: the constant one.
//! 2. Which sorts have two? `Bool` and the numbers; a datatype with two constructors that can be
//!    used, or with a field of two values; an array whose element has two. The rest have one value:
//!    an array with a one-valued element has one *whatever its index is*, even a sort that it is
//!    part of.
//! 3. How many have those with two? They are counted from their parts, each after its parts. What
//!    cannot be counted so reaches a cycle of sorts that all have two values or more, and such a
//!    cycle is infinite. For if the sizes round it were finite numbers nᵢ, then nᵢ ≥ nᵢ₊₁ at each
//!    step: a field is at most as large as its datatype, and eⁱ ≥ e, eⁱ > i for e ≥ 2, i ≥ 1. So all
//!    are equal, hence no step is one to the index of an array, each array has a one-valued index,
//!    and each datatype has one usable constructor all of whose other fields are one-valued. Then
//!    none of them has a value before the next one has, and none has a value at all.
//!
//! Numbers grow with those of the uninterpreted sorts. What is infinite though each of these has one
//! element is so in every interpretation; and what is finite though each of these is infinite does
//! not depend on them, for a sort that does would be infinite too.
//!
//! A datatype without a value has 0: those who declare datatypes refuse it.

use std::collections::HashMap;

use crate::cardinality::Cardinality::{self, Finite, Huge, Infinite, Open};
use crate::{Datatype, Sort, SortKind, Terms};

impl Terms {
    /// How many values a sort has.
    pub fn cardinality(&self, sort: Sort) -> Cardinality {
        if let Some(known) = self.cardinalities.borrow().get(&sort) {
            return *known;
        }
        let family = Family::of(self, sort);
        let most = family.cardinalities(|_| Infinite);
        let least = family.cardinalities(|_| Finite(1));
        let mut known = self.cardinalities.borrow_mut();
        for ((sort, most), least) in family.sorts.iter().zip(most).zip(least) {
            let cardinality = match (most, least) {
                (Infinite, Infinite) => Infinite,
                (Infinite, _) => Open,
                (cardinality, _) => cardinality,
            };
            known.insert(*sort, cardinality);
        }
        known[&sort]
    }
}

/// A sort and all those that it is made of.
pub(crate) struct Family<'a> {
    terms: &'a Terms,
    pub sorts: Vec<Sort>,
    /// The sorts that each sort is made of, as a sum of products, by their places in the family. An
    /// array is not one, but its parts are put down likewise: the index, then the element.
    parts: Vec<Vec<Vec<usize>>>,
    /// The sorts that each sort is a part of.
    users: Vec<Vec<usize>>,
}

impl Family<'_> {
    /// The family of a sort, which comes first in it.
    pub fn of(terms: &Terms, sort: Sort) -> Family<'_> {
        let mut sorts = vec![sort];
        let mut places = HashMap::from([(sort, 0)]);
        let mut parts = Vec::new();
        let mut users = vec![Vec::new()];
        while let Some(sort) = sorts.get(parts.len()).copied() {
            let user = parts.len();
            let mut place_of = |part: Sort| {
                let place = *places.entry(part).or_insert_with(|| {
                    sorts.push(part);
                    users.push(Vec::new());
                    sorts.len() - 1
                });
                if users[place].last() != Some(&user) {
                    users[place].push(user);
                }
                place
            };
            parts.push(match terms.sort_kind(sort) {
                SortKind::Array { index, element } => {
                    vec![vec![place_of(*index), place_of(*element)]]
                }
                SortKind::Datatype(datatype) => fields(terms, *datatype, &mut place_of),
                _ => Vec::new(),
            });
        }
        Family { terms, sorts, parts, users }
    }

    /// How many values each sort has, when uninterpreted ones have this many.
    pub fn cardinalities(&self, universe: impl Fn(Sort) -> Cardinality) -> Vec<Cardinality> {
        // What a sort without parts has.
        let basic: Vec<Option<Cardinality>> = self
            .sorts
            .iter()
            .map(|sort| match self.terms.sort_kind(*sort) {
                SortKind::Bool => Some(Finite(2)),
                SortKind::Int | SortKind::Real => Some(Infinite),
                SortKind::Uninterpreted { .. } => Some(universe(*sort)),
                SortKind::Array { .. } | SortKind::Datatype(_) => None,
            })
            .collect();
        let has_value = self.least(|place, has_value| match self.array(place) {
            Some((_, element)) => has_value[element],
            None => basic[place].is_some() || self.usable(place, has_value).next().is_some(),
        });
        let has_two = self.least(|place, has_two| match (self.array(place), basic[place]) {
            (Some((_, element)), _) => has_two[element],
            (None, Some(basic)) => basic != Finite(1),
            (None, None) => {
                let mut usable = self.usable(place, &has_value);
                let first = usable.next();
                let is_wide = first.is_some_and(|fields| fields.iter().any(|at| has_two[*at]));
                is_wide || usable.next().is_some()
            }
        });
        self.count(&basic, &has_value, &has_two)
    }

    /// The smallest set of places that is closed under a rule, which only grows with the set.
    fn least(&self, rule: impl Fn(usize, &[bool]) -> bool) -> Vec<bool> {
        let mut set = vec![false; self.sorts.len()];
        let mut todo: Vec<usize> = (0..self.sorts.len()).collect();
        while let Some(place) = todo.pop() {
            if !set[place] && rule(place, &set) {
                set[place] = true;
                todo.extend(&self.users[place]);
            }
        }
        set
    }

    /// Counts each sort after its parts; what is left at the end is infinite.
    fn count(
        &self,
        basic: &[Option<Cardinality>],
        has_value: &[bool],
        has_two: &[bool],
    ) -> Vec<Cardinality> {
        let mut known: Vec<Option<Cardinality>> = Vec::new();
        for place in 0..self.sorts.len() {
            known.push(match (has_value[place], has_two[place]) {
                (false, _) => Some(Finite(0)),
                (true, false) => Some(Finite(1)),
                (true, true) => basic[place],
            });
        }
        let mut todo: Vec<usize> = (0..self.sorts.len()).collect();
        while let Some(place) = todo.pop() {
            if known[place].is_none() {
                known[place] = self.count_one(place, has_value, &known);
                if known[place].is_some() {
                    todo.extend(&self.users[place]);
                }
            }
        }
        known.into_iter().map(|known| known.unwrap_or(Infinite)).collect()
    }

    /// The number of values from those of the parts, if these are all known.
    fn count_one(
        &self,
        place: usize,
        has_value: &[bool],
        known: &[Option<Cardinality>],
    ) -> Option<Cardinality> {
        if let Some((index, element)) = self.array(place) {
            return Some(match (known[index]?, known[element]?) {
                (_, Finite(1)) => Finite(1),
                (Infinite, _) | (_, Infinite) => Infinite,
                (Finite(index), Finite(element)) => {
                    let power = u32::try_from(index).ok().and_then(|by| element.checked_pow(by));
                    power.map_or(Huge, Finite)
                }
                _ => Huge,
            });
        }
        let mut total = Finite(0);
        for fields in self.usable(place, has_value) {
            let mut product = Finite(1);
            for field in fields {
                product = combine(product, known[*field]?, u64::checked_mul);
            }
            total = combine(total, product, u64::checked_add);
        }
        Some(total)
    }

    /// The places of an array's index and element.
    fn array(&self, place: usize) -> Option<(usize, usize)> {
        match (self.terms.sort_kind(self.sorts[place]), self.parts[place].first()?.as_slice()) {
            (SortKind::Array { .. }, &[index, element]) => Some((index, element)),
            _ => None,
        }
    }

    /// The fields of a datatype's constructors that can be applied to something.
    fn usable<'s>(
        &'s self,
        place: usize,
        has_value: &'s [bool],
    ) -> impl Iterator<Item = &'s Vec<usize>> {
        self.parts[place].iter().filter(|fields| fields.iter().all(|field| has_value[*field]))
    }
}

/// The fields of each constructor.
fn fields(
    terms: &Terms,
    datatype: Datatype,
    place_of: &mut impl FnMut(Sort) -> usize,
) -> Vec<Vec<usize>> {
    let constructors = terms.constructors(datatype).into_iter();
    constructors
        .map(|constructor| {
            let selectors = terms.selectors(constructor).into_iter();
            selectors.map(|selector| place_of(terms.selector_sort(selector))).collect()
        })
        .collect()
}

fn combine(
    left: Cardinality,
    right: Cardinality,
    both: impl Fn(u64, u64) -> Option<u64>,
) -> Cardinality {
    match (left, right) {
        (Infinite, _) | (_, Infinite) => Infinite,
        (Finite(left), Finite(right)) => both(left, right).map_or(Huge, Finite),
        _ => Huge,
    }
}
