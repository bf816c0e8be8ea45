//! How many values a sort has, counted layer by layer.
//!
//! In layer 0 no sort has a value. Each layer counts what can be built from the values of the layer
//! before: a constructor gives the product of its fields, a datatype the sum of its constructors, an
//! array eⁱ functions (for e elements; an index without values yet counts as one, for the constant
//! arrays are there). The numbers have one value more in each layer. Counts never shrink. A sort
//! whose count stops for good has exactly that many values: those that were counted are closed under
//! all that builds a value of it. One whose count never stops is infinite: over infinitely many
//! indices, the functions that were counted are those that differ from a fixed element only at
//! indices of the layer, so they are different functions.
//!
//! How many layers show whether a count stops? Say that a sort *grows* in a layer if its count is
//! larger there than before, and let the family of sorts that the sort is made of have N members.
//! Those without any value stay at 0 and build nothing; leave them out.
//!
//! 1. From layer N on every sort has a value: until all have, each layer gives one to another sort.
//! 2. After that, a sort grows in a layer exactly if a part of it grew in the layer before. Parts are
//!    the fields of a datatype, the element of an array, and its index if there are two elements or
//!    more by then: positive products grow with each factor, and eⁱ for e ≥ 2 with both numbers. A
//!    part stays a part.
//! 3. A sort that did not grow in N layers in a row, after layer 2N, has stopped: its parts did not
//!    grow in those layers moved back by one, theirs by two, and so on; so there is a layer in which
//!    nothing that it is made of grew, and from there on nothing does.
//! 4. A sort that grows after layer 2N + 1 never stops. Follow back, by 2, which part's growth it
//!    came from, down to layer N: that meets a number sort, or N + 1 sorts of which two are the same
//!    sort T. Numbers grow in every layer; and growth of T came round to T once, so by 2 it comes
//!    round again and again, and each time goes up to the sort.
//!
//! So after 3N + 3 layers, a sort is infinite exactly if it grew in one of the last N + 1. Growth is
//! told by the rule in 2, which holds for counts that are too large to be told apart as well.

use std::collections::HashMap;

use buttress_budget::{Budget, Exhausted};
use buttress_logic::{Sort, SortKind, Terms};

/// How many values a sort has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// Exactly this many.
    Finite(u64),
    /// Finitely many, more than fit into a number.
    Large,
    /// Infinitely many.
    Infinite,
}

/// How many values a sort has, when each uninterpreted sort has this many, at least one.
///
/// More elements of these never make fewer values of a sort, so what is infinite for one element
/// each is infinite in every interpretation.
pub fn size(
    terms: &Terms,
    sort: Sort,
    universe: impl Fn(Sort) -> u64,
    budget: &Budget,
) -> Result<Size, Exhausted> {
    let family = family(terms, sort, universe);
    let layers = 3 * family.len() + 3;
    let mut counts = vec![Count { number: 0, grew: false }; family.len()];
    // The last layer in which the sort itself grew: it comes first in its family.
    let mut last_growth = 0;
    for layer in 1..=layers {
        budget.spend(family.len() as u64)?;
        counts = family.iter().map(|recipe| recipe.count(layer as u64, &counts)).collect();
        if counts[0].grew {
            last_growth = layer;
        }
        if counts.iter().all(|count| !count.grew) {
            break;
        }
    }
    Ok(match counts[0].number {
        _ if last_growth + family.len() >= layers => Size::Infinite,
        PAST => Size::Large,
        number => Size::Finite(number),
    })
}

/// Stands for every number from here on.
const PAST: u64 = u64::MAX;

/// What a layer knows of a sort.
#[derive(Clone, Copy)]
struct Count {
    number: u64,
    grew: bool,
}

/// How the values of a sort are built, from parts given by their places in the family.
enum Recipe {
    /// So many from the first layer on.
    Universe(u64),
    /// One more in each layer.
    Numbers,
    Array {
        index: usize,
        element: usize,
    },
    /// The fields of each constructor.
    Datatype(Vec<Vec<usize>>),
}

impl Recipe {
    /// What the layer of this number has, from the counts of the layer before.
    fn count(&self, layer: u64, before: &[Count]) -> Count {
        match self {
            Recipe::Universe(size) => Count { number: *size, grew: layer == 1 },
            Recipe::Numbers => Count { number: layer, grew: true },
            Recipe::Array { index, element } => {
                let (index, element) = (before[*index], before[*element]);
                let does_index_matter = element.number >= 2 && index.number >= 2;
                Count {
                    number: power(element.number, index.number.max(1)),
                    grew: element.grew || index.grew && does_index_matter,
                }
            }
            Recipe::Datatype(constructors) => {
                let mut sum = Count { number: 0, grew: false };
                for fields in constructors {
                    let fields = fields.iter().map(|field| before[*field]);
                    let number = fields.clone().map(|field| field.number).fold(1, times);
                    let is_new = fields.len() == 0 && layer == 1;
                    sum.number = sum.number.saturating_add(number);
                    sum.grew |= number > 0 && (is_new || fields.clone().any(|field| field.grew));
                }
                sum
            }
        }
    }
}

fn times(left: u64, right: u64) -> u64 {
    left.saturating_mul(right)
}

/// `base` to the power of `exponent`, or [`PAST`].
fn power(base: u64, exponent: u64) -> u64 {
    if base < 2 {
        return base;
    }
    u32::try_from(exponent).map_or(PAST, |exponent| base.saturating_pow(exponent))
}

/// How a sort and all that it is made of are built; the sort itself comes first.
fn family(terms: &Terms, sort: Sort, universe: impl Fn(Sort) -> u64) -> Vec<Recipe> {
    let mut members = vec![sort];
    let mut places = HashMap::from([(sort, 0)]);
    let mut recipes = Vec::new();
    while recipes.len() < members.len() {
        let sort = members[recipes.len()];
        let mut place = |part: Sort| {
            *places.entry(part).or_insert_with(|| {
                members.push(part);
                members.len() - 1
            })
        };
        recipes.push(match terms.sort_kind(sort) {
            SortKind::Bool => Recipe::Universe(2),
            SortKind::Int | SortKind::Real => Recipe::Numbers,
            SortKind::Uninterpreted { .. } => Recipe::Universe(universe(sort).max(1)),
            SortKind::Array { index, element } => {
                Recipe::Array { index: place(*index), element: place(*element) }
            }
            SortKind::Datatype(datatype) => {
                let mut constructors = Vec::new();
                for constructor in terms.constructors(*datatype) {
                    let selectors = terms.selectors(constructor).into_iter();
                    let sorts = selectors.map(|selector| terms.selector_sort(selector));
                    constructors.push(sorts.map(&mut place).collect());
                }
                Recipe::Datatype(constructors)
            }
        });
    }
    recipes
}
