//! A small model of a failing condition: short arrays, small numbers.
//!
//! The model that the search happens to find is a model like any other; a person wants the smallest. Bounds
//! are asserted one after the other, and stay where a model respects them. This is no more than effort: what is not
//! found within it is left as large as it was.

use buttress_budget::Budget;
use buttress_decide::{Evidence, Solver, Verdict};
use buttress_logic::{Model, Rational, Sort, Term, Terms};
use buttress_pi::paths::{BasicPath, State, Symbolic};
use buttress_pi::program::Type;

use super::settings::Settings;
use crate::limits::{COUNTERMODEL_EFFORT, COUNTERMODEL_TIME, LONGEST_SMALL_ARRAY};

/// The largest numbers that are tried.
const NUMBERS: [i64; 6] = [1, 2, 3, 5, 10, 20];

/// A small model in which the path's hypotheses hold and this goal does not; none if the effort does not suffice
/// for any.
pub(super) fn small_model(
    terms: &mut Terms,
    path: &BasicPath,
    goal: Term,
    settings: &Settings,
) -> Option<Box<Model>> {
    let mut solver = Solver::new(buttress_decide::Settings::new(settings.seed, Evidence::None));
    for hypothesis in &path.hypotheses {
        solver.assert(hypothesis.formula);
    }
    let negated = terms.not(goal);
    solver.assert(negated);
    let limits = settings.limits.within(COUNTERMODEL_TIME);
    let mut best = None;
    // A large model is better than none.
    if let Verdict::Sat(model) = solver.check(terms, &[], &settings.condition_budget()) {
        best = Some(model);
    }
    let mut ask = |terms: &mut Terms, bounds: &[Term]| {
        solver.push();
        bounds.iter().for_each(|bound| solver.assert(*bound));
        let budget = Budget::with_effort(limits.clone(), COUNTERMODEL_EFFORT);
        match solver.check(terms, &[], &budget) {
            Verdict::Sat(model) => {
                best = Some(model);
                true
            }
            _ => {
                solver.pop(1);
                false
            }
        }
    };
    let lengths = lengths(&path.start);
    let mut longest = LONGEST_SMALL_ARRAY;
    for length in 0..=LONGEST_SMALL_ARRAY {
        let bounds: Vec<Term> = lengths.iter().map(|it| at_most(terms, *it, length)).collect();
        if !bounds.is_empty() && ask(terms, &bounds) {
            longest = length;
            break;
        }
    }
    let scalars = scalars(terms, &path.start);
    smallest(terms, &scalars, &mut ask);
    let cells = cells(terms, &path.start, longest);
    smallest(terms, &cells, &mut ask);
    best
}

/// Bounds these numbers as closely as can be.
fn smallest(terms: &mut Terms, numbers: &[Term], ask: &mut dyn FnMut(&mut Terms, &[Term]) -> bool) {
    if numbers.is_empty() {
        return;
    }
    for bound in NUMBERS {
        let mut bounds = Vec::with_capacity(2 * numbers.len());
        for number in numbers {
            bounds.push(at_most(terms, *number, bound));
            bounds.push(at_least(terms, *number, -bound));
        }
        if ask(terms, &bounds) {
            return;
        }
    }
}

fn at_most(terms: &mut Terms, number: Term, bound: i64) -> Term {
    let sort = terms.sort_of(number);
    let bound = terms.numeral(&Rational::from(bound), sort);
    terms.less_equal(number, bound)
}

fn at_least(terms: &mut Terms, number: Term, bound: i64) -> Term {
    let sort = terms.sort_of(number);
    let bound = terms.numeral(&Rational::from(bound), sort);
    terms.less_equal(bound, number)
}

/// The values of a state.
fn values(state: &State) -> impl Iterator<Item = &Symbolic> {
    state.values.iter().flatten()
}

/// The lengths of arrays.
fn lengths(state: &State) -> Vec<Term> {
    let arrays = values(state).filter(|value| matches!(value.ty, Type::Array(_)));
    let mut lengths: Vec<Term> = arrays.filter_map(|array| array.leaves.last().copied()).collect();
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

/// Numbers that are no cells and no lengths.
fn scalars(terms: &Terms, state: &State) -> Vec<Term> {
    let values = values(state).filter(|value| !matches!(value.ty, Type::Array(_)));
    let leaves = values.flat_map(|value| value.leaves.iter().copied());
    let mut scalars: Vec<Term> =
        leaves.filter(|leaf| terms.sort_of(*leaf).is_arithmetic()).collect();
    scalars.sort_unstable();
    scalars.dedup();
    scalars
}

/// The first cells of arrays of numbers.
fn cells(terms: &mut Terms, state: &State, length: i64) -> Vec<Term> {
    let mut arrays: Vec<Term> = Vec::new();
    for value in values(state).filter(|value| matches!(value.ty, Type::Array(_))) {
        let elements = value.leaves.split_last().map_or(&[][..], |(_, elements)| elements);
        let is_flat = |array: &&Term| {
            let parts = terms.array_parts(terms.sort_of(**array));
            parts.is_some_and(|(index, element)| index == Sort::INT && element.is_arithmetic())
        };
        arrays.extend(elements.iter().filter(is_flat));
    }
    arrays.sort_unstable();
    arrays.dedup();
    let mut cells = Vec::new();
    for array in arrays {
        for index in 0..length {
            let index = terms.numeral(&Rational::from(index), Sort::INT);
            cells.push(terms.select(array, index));
        }
    }
    cells
}
