//! A predicate with all of its numbers: some states, the invariants, and what is forbidden. A plot shows two of the numbers.

use buttress_budget::Budget;
use buttress_horn::{Horn, PredicateId};
use buttress_logic::{Op, Term, Terms};
use buttress_project::{Relation, Row};

use super::canvas::{Canvas, float, state_text};
use super::infix::Infix;
use super::invariant::Invariant;
use super::names::{names, parameter_names};
use super::plot::{Curve, Sign};
use super::states::{State, states};
use crate::limits::MOST_AXES;

/// What can be plotted of a predicate.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// Its name.
    pub predicate: String,
    /// The names of its arguments that are numbers.
    pub axes: Vec<String>,
    /// Some states that are reached.
    pub states: Vec<SceneState>,
    /// The invariants in the order found.
    pub borders: Vec<SceneBorder>,
    /// What the property forbids, for pairs of axes.
    pub forbidden: Vec<SceneForbidden>,
}

/// A state that is reached.
#[derive(Clone, PartialEq, Debug)]
pub struct SceneState {
    /// A value for each axis.
    pub values: Vec<f64>,
    /// Is it a first one?
    pub is_first: bool,
}

/// An invariant.
#[derive(Clone, PartialEq, Debug)]
pub struct SceneBorder {
    /// In words.
    pub text: String,
    /// The state that it was made to exclude, in words.
    pub reason: Option<String>,
    /// That state.
    pub excludes: Option<Vec<f64>>,
    /// Its shape; none if it is no single comparison.
    pub shape: Option<Shape>,
}

/// A polynomial in the axes that is compared with zero.
#[derive(Clone, PartialEq, Debug)]
pub struct Shape {
    /// Coefficients, with an exponent for each axis.
    pub monomials: Vec<(f64, Vec<u32>)>,
    /// How it compares.
    pub sign: Sign,
}

/// What the property forbids, as far as two axes tell.
#[derive(Clone, PartialEq, Debug)]
pub struct SceneForbidden {
    /// The places of the axes.
    pub axes: [usize; 2],
    /// A union of conjunctions.
    pub regions: Vec<Vec<Shape>>,
    /// Does it depend on other variables, too?
    pub is_shadow: bool,
}

/// The scene of each predicate.
pub fn scenes(
    terms: &mut Terms,
    horn: &Horn,
    found: &[&Invariant],
    seed: u64,
    budget: &Budget,
) -> Vec<Scene> {
    let reached = states(terms, horn, seed, budget);
    let one = |predicate| scene(terms, horn, predicate, (&reached, found), (seed, budget));
    horn.predicate_ids().map(one).collect()
}

fn scene(
    terms: &mut Terms,
    horn: &Horn,
    predicate: PredicateId,
    (reached, found): (&[State], &[&Invariant]),
    (seed, budget): (u64, &Budget),
) -> Scene {
    let parameters = &horn.predicate(predicate).parameters;
    let is_number = |place: &usize| terms.sort_of(parameters[*place]).is_arithmetic();
    let places: Vec<usize> = (0..parameters.len()).filter(is_number).collect();
    let axes: Vec<Term> = places.iter().map(|place| parameters[*place]).collect();
    let all = parameter_names(terms, horn, predicate);
    let point = |terms: &Terms, state: &[Term]| -> Option<Vec<f64>> {
        places.iter().map(|place| terms.as_number(*state.get(*place)?).map(float)).collect()
    };
    let here = reached.iter().filter(|state| state.predicate == predicate);
    let states = here.filter_map(|state| {
        let values = point(terms, &state.values)?;
        Some(SceneState { values, is_first: state.is_first })
    });
    let states: Vec<SceneState> = states.collect();
    let words = names(terms, horn, predicate);
    let here = found.iter().filter(|it| it.predicate == predicate);
    let borders = here.map(|it| SceneBorder {
        text: Infix::new(terms, &words).text(it.formula),
        reason: it.excludes.as_ref().map(|state| state_text(terms, horn, predicate, state)),
        excludes: it.excludes.as_ref().and_then(|state| point(terms, state)),
        shape: shape(terms, &axes, it.formula),
    });
    let borders: Vec<SceneBorder> = borders.collect();
    // Each pair costs a projection of every query.
    let most = places.len().min(MOST_AXES);
    let pairs = (0..most).flat_map(|x| (x + 1..most).map(move |y| [x, y]));
    let forbidden = pairs.filter_map(|pair| {
        let canvas = Canvas::new(predicate, pair.map(|axis| places[axis]));
        let forbidden = canvas.forbidden(terms, horn, seed, budget);
        let regions = forbidden.regions.iter();
        let regions: Vec<Vec<Shape>> = regions
            .map(|region| region.iter().map(|curve| lifted(curve, pair, places.len())).collect())
            .collect();
        let is_shadow = forbidden.is_shadow;
        (!regions.is_empty()).then_some(SceneForbidden { axes: pair, regions, is_shadow })
    });
    let forbidden = forbidden.collect();
    let axes = places.iter().map(|place| all[*place].clone()).collect();
    let predicate = horn.predicate(predicate).name.clone();
    Scene { predicate, axes, states, borders, forbidden }
}

/// The shape of a literal over some variables; none if it speaks of others.
pub(super) fn shape(terms: &mut Terms, axes: &[Term], literal: Term) -> Option<Shape> {
    let row = Row::of_literal(terms, literal)?;
    let mut monomials = vec![(float(&row.constant), vec![0; axes.len()])];
    for (term, coefficient) in &row.coefficients {
        let factors: &[Term] = match terms.op(*term) {
            Op::Multiply => terms.arguments(*term),
            _ => std::slice::from_ref(term),
        };
        let mut exponents = vec![0; axes.len()];
        for factor in factors {
            exponents[axes.iter().position(|axis| axis == factor)?] += 1;
        }
        monomials.push((float(coefficient), exponents));
    }
    let sign = match row.relation {
        Relation::NonNegative => Sign::NonNegative,
        Relation::Positive => Sign::Positive,
        Relation::Zero => Sign::Zero,
    };
    Some(Shape { monomials, sign })
}

/// A curve over two of several axes.
fn lifted(curve: &Curve, [x, y]: [usize; 2], count: usize) -> Shape {
    let monomials = curve.monomials.iter().map(|&(factor, i, j)| {
        let mut exponents = vec![0; count];
        (exponents[x], exponents[y]) = (i, j);
        (factor, exponents)
    });
    Shape { monomials: monomials.collect(), sign: curve.sign }
}
