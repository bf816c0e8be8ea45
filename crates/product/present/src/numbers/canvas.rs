//! From a system and its invariants to the picture over two of its variables.

use std::collections::HashSet;

use buttress_budget::Budget;
use buttress_decide::{Evidence, Settings, Solver, Verdict};
use buttress_horn::{Horn, PredicateId};
use buttress_logic::{Rational, Term, Terms};
use buttress_project::{implicant, project};

use super::infix::Infix;
use super::invariant::Invariant;
use super::names::{names, parameter_names};
use super::plot::{Border, Curve, Plot, Point};
use super::scene::{Shape, shape};
use super::states::states;
use crate::limits::MOST_PIECES;

/// There are no two such variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoAxes {
    /// The variables that were named.
    pub wanted: Option<String>,
    /// Those that there are.
    pub offered: Vec<String>,
}

/// The two variables, and the predicate that they belong to.
pub struct Canvas {
    /// The predicate.
    pub predicate: PredicateId,
    /// Their places among the parameters.
    places: [usize; 2],
}

impl Canvas {
    /// These two parameters of a predicate.
    pub(super) fn new(predicate: PredicateId, places: [usize; 2]) -> Canvas {
        Canvas { predicate, places }
    }

    /// The variables that are named, or the only two.
    pub fn choose(
        terms: &Terms,
        horn: &Horn,
        wanted: Option<&[String; 2]>,
    ) -> Result<Canvas, NoAxes> {
        let mut offered = Vec::new();
        for predicate in horn.predicate_ids() {
            let names = parameter_names(terms, horn, predicate);
            let parameters = &horn.predicate(predicate).parameters;
            let is_number = |place: &usize| terms.sort_of(parameters[*place]).is_arithmetic();
            let numbers: Vec<usize> = (0..parameters.len()).filter(is_number).collect();
            let found: Vec<usize> = match wanted {
                None => numbers.clone(),
                Some(wanted) => {
                    let place =
                        |name: &String| numbers.iter().copied().find(|it| names[*it] == *name);
                    wanted.iter().filter_map(place).collect()
                }
            };
            if let [x, y] = found[..] {
                return Ok(Canvas { predicate, places: [x, y] });
            }
            for place in numbers {
                if !offered.contains(&names[place]) {
                    offered.push(names[place].clone());
                }
            }
        }
        let wanted = wanted.map(|names| names.join(", "));
        Err(NoAxes { wanted, offered })
    }

    /// The picture.
    pub fn plot(
        &self,
        terms: &mut Terms,
        horn: &Horn,
        title: &str,
        found: &[&Invariant],
        seed: u64,
        budget: &Budget,
    ) -> Plot {
        let reached = states(terms, horn, seed, budget);
        let forbidden = self.forbidden(terms, horn, seed, budget);
        let all = parameter_names(terms, horn, self.predicate);
        let here = found.iter().filter(|it| it.predicate == self.predicate);
        let borders: Vec<Border> = here.map(|it| self.border(terms, horn, it)).collect();
        let points = |is_first: bool| -> Vec<Point> {
            let mut points: Vec<Point> = Vec::new();
            let here = reached.iter().filter(|state| state.predicate == self.predicate);
            for state in here.filter(|state| state.is_first == is_first) {
                points.extend(self.point(terms, &state.values).filter(|at| !points.contains(at)));
            }
            points
        };
        Plot {
            title: title.to_owned(),
            axes: self.places.map(|place| all[place].clone()),
            initial: points(true),
            reached: points(false),
            forbidden: forbidden.regions,
            is_shadow: forbidden.is_shadow,
            borders,
        }
    }

    fn border(&self, terms: &mut Terms, horn: &Horn, found: &Invariant) -> Border {
        let names = names(terms, horn, found.predicate);
        let text = Infix::new(terms, &names).text(found.formula);
        let reason =
            found.excludes.as_ref().map(|state| state_text(terms, horn, found.predicate, state));
        let excludes = found.excludes.as_ref().and_then(|state| self.point(terms, state));
        let curve = self.curve(terms, horn, found.formula);
        Border { text, reason, excludes, curve }
    }

    /// Where a state is, if it is one of numbers.
    fn point(&self, terms: &Terms, state: &[Term]) -> Option<Point> {
        let at = |place: usize| terms.as_number(*state.get(place)?).map(float);
        Some(Point { x: at(self.places[0])?, y: at(self.places[1])? })
    }

    /// The shape of a literal over the two variables.
    fn curve(&self, terms: &mut Terms, horn: &Horn, literal: Term) -> Option<Curve> {
        let parameters = &horn.predicate(self.predicate).parameters;
        let Shape { monomials, sign } =
            shape(terms, &self.places.map(|place| parameters[place]), literal)?;
        let monomials = monomials.iter().map(|(factor, powers)| (*factor, powers[0], powers[1]));
        Some(Curve { monomials: monomials.collect(), sign })
    }

    /// Where the two variables are in a state that some query forbids: the projection of the query, piece
    /// by piece. A projection in too many pieces is not shown.
    pub(super) fn forbidden(
        &self,
        terms: &mut Terms,
        horn: &Horn,
        seed: u64,
        budget: &Budget,
    ) -> Forbidden {
        let mut forbidden = Forbidden { regions: Vec::new(), is_shadow: false };
        let parameters = horn.predicate(self.predicate).parameters.clone();
        for clause in horn.clauses.iter().filter(|clause| clause.head.is_none()) {
            let [premise] = &clause.body[..] else { continue };
            if premise.predicate != self.predicate {
                continue;
            }
            let equations: Vec<Term> = parameters
                .iter()
                .zip(&premise.arguments)
                .map(|(parameter, argument)| terms.equal(*parameter, *argument))
                .collect();
            let is_hidden = |place: &usize| !self.places.contains(place);
            let others: Vec<usize> = (0..parameters.len()).filter(is_hidden).collect();
            let hidden = others.iter().map(|place| parameters[*place]);
            let hidden: Vec<Term> = clause.variables.iter().copied().chain(hidden).collect();
            let other_arguments: Vec<Term> =
                others.iter().filter_map(|place| premise.arguments.get(*place).copied()).collect();
            let mut solver = Solver::new(Settings::new(seed, Evidence::None));
            solver.assert(clause.constraint);
            equations.iter().for_each(|equation| solver.assert(*equation));
            let (mut regions, mut is_shadow) = (Vec::new(), false);
            let is_complete = loop {
                if regions.len() == MOST_PIECES {
                    break false;
                }
                let mut model = match solver.check(terms, &[], budget) {
                    Verdict::Sat(model) => model,
                    Verdict::Unsat(_) => break true,
                    Verdict::Unknown(_) => break false,
                };
                let Some(mut literals) = implicant(terms, &mut model, clause.constraint) else {
                    break false;
                };
                is_shadow |= literals.iter().any(|it| mentions(terms, *it, &other_arguments));
                literals.extend(&equations);
                let Some(piece) = project(terms, &mut model, &literals, &hidden) else {
                    break false;
                };
                let curves: Option<Vec<Curve>> =
                    piece.iter().map(|literal| self.curve(terms, horn, *literal)).collect();
                let Some(curves) = curves else { break false };
                regions.push(curves);
                let inside = terms.and(&piece);
                let outside = terms.not(inside);
                solver.assert(outside);
            };
            if is_complete {
                forbidden.regions.extend(regions);
                forbidden.is_shadow |= is_shadow;
            }
        }
        forbidden
    }
}

/// What the queries forbid, as far as two variables tell.
pub(super) struct Forbidden {
    pub(super) regions: Vec<Vec<Curve>>,
    /// Does it depend on other variables, too?
    pub(super) is_shadow: bool,
}

/// Does a term mention one of some others?
fn mentions(terms: &Terms, term: Term, wanted: &[Term]) -> bool {
    let mut seen = HashSet::new();
    let mut stack = vec![term];
    while let Some(term) = stack.pop() {
        if wanted.contains(&term) {
            return true;
        }
        if seen.insert(term) {
            stack.extend(terms.arguments(term));
        }
    }
    false
}

/// `x = 7, y = -1`
pub fn state_text(terms: &Terms, horn: &Horn, predicate: PredicateId, state: &[Term]) -> String {
    let none = std::collections::HashMap::new();
    let words = Infix::new(terms, &none);
    let pairs = parameter_names(terms, horn, predicate).into_iter().zip(state);
    let pairs: Vec<String> =
        pairs.map(|(name, value)| format!("{name} = {}", words.text(*value))).collect();
    pairs.join(", ")
}

/// The nearest floating point number, or one very near: it is for a picture.
pub(super) fn float(number: &Rational) -> f64 {
    let part = |text: String| text.parse::<f64>().unwrap_or(f64::MAX);
    part(number.numerator().to_string()) / part(number.denominator().to_string())
}
