//! Where the sizes that terms, values and the checker give to sorts differ from what enumeration finds.

use std::collections::HashSet;

use buttress_budget::Budget;
use buttress_checker::{Size, size};
use buttress_logic::{Cardinality, Sort, Terms, Values};
use buttress_testkit::{Enumerated, Member, SortFamily};

/// How many of the values of an infinite sort are looked at.
const LISTED: u64 = 30;

/// What is wrong with the sizes of a family, for its own universes and for such of 1 and 3.
pub fn faults(family: &SortFamily) -> Vec<String> {
    let mut terms = Terms::new();
    let sorts = family.declare(&mut terms);
    let mut faults = Vec::new();
    let families = [family.clone(), family.with_universes(1), family.with_universes(3)];
    let counts: Vec<Vec<Enumerated>> = families.iter().map(SortFamily::counts).collect();
    for (family, counts) in families.iter().zip(&counts) {
        faults.extend(faults_of_one(&terms, family, &sorts, counts));
    }
    for (place, sort) in sorts.iter().enumerate() {
        let (least, more) = (counts[1][place], counts[2][place]);
        // A size that depends on universes is larger for larger ones.
        let is_right = match terms.cardinality(*sort) {
            Cardinality::Infinite => least == Enumerated::Endless,
            Cardinality::Finite(size) => agrees(Cardinality::Finite(size), least) && least == more,
            Cardinality::Huge => least == Enumerated::Many && more == Enumerated::Many,
            Cardinality::Open => {
                least != Enumerated::Endless && (least != more || more == Enumerated::Many)
            }
        };
        if !is_right {
            let said = terms.cardinality(*sort);
            faults.push(format!("terms say {said:?} of {place}: {least:?} to {more:?}"));
        }
    }
    faults
}

fn faults_of_one(
    terms: &Terms,
    family: &SortFamily,
    sorts: &[Sort],
    counts: &[Enumerated],
) -> Vec<String> {
    let mut values = Values::new();
    let universe = |sort: Sort| {
        let place = sorts.iter().position(|other| *other == sort);
        match place.map(|place| &family.members[place]) {
            Some(Member::Universe(size)) => *size,
            _ => 1,
        }
    };
    for sort in sorts {
        values.set_universe(*sort, universe(*sort));
    }
    let mut faults = Vec::new();
    for (place, (sort, count)) in sorts.iter().zip(counts).enumerate() {
        let said = values.cardinality(terms, *sort);
        if !agrees(said, *count) {
            faults.push(format!("values say {said:?} of {place}: {count:?}"));
        }
        let budget = Budget::unlimited();
        let checked = size(terms, *sort, |sort| u64::from(universe(sort)), &budget);
        let own = match said {
            Cardinality::Finite(size) => Size::Finite(size),
            Cardinality::Huge | Cardinality::Open => Size::Large,
            Cardinality::Infinite => Size::Infinite,
        };
        if checked != Ok(own) {
            faults.push(format!("the checker says {checked:?} of {place}: {count:?}"));
        }
        let end = match count {
            Enumerated::All(size) => *size,
            _ => LISTED,
        };
        let listed: HashSet<_> = (0..end).map(|n| values.nth_value(terms, *sort, n)).collect();
        if listed.contains(&None) || listed.len() as u64 != end {
            faults.push(format!("{} values of {place} are listed: {count:?}", listed.len()));
        }
        let is_all = matches!(count, Enumerated::All(_));
        if is_all && values.nth_value(terms, *sort, end).is_some() {
            faults.push(format!("too many values of {place} are listed: {count:?}"));
        }
        let first = values.default_value(terms, *sort);
        if is_all && !listed.contains(&Some(first)) {
            faults.push(format!("the default value of {place} is not listed"));
        }
    }
    faults
}

fn agrees(said: Cardinality, count: Enumerated) -> bool {
    match (said, count) {
        (Cardinality::Finite(size), Enumerated::All(count)) => size == count,
        (Cardinality::Finite(size), Enumerated::Many) => size > 60,
        (Cardinality::Huge, Enumerated::Many) => true,
        (Cardinality::Infinite, Enumerated::Endless) => true,
        _ => false,
    }
}
