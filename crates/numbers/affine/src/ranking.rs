//! Termination: linear ranking functions, one after the other where one does not suffice.
//!
//! A system of Horn clauses terminates if no state that is reached starts an infinite sequence of
//! steps. Only clauses within a strongly connected component of predicates can be taken again and
//! again. For each component a list of *levels* is found, each with a function for every predicate,
//! affine in its parameters. At every step within the component one level must *decrease*, with
//! those before it not increasing:
//!
//! ```text
//! known(P)(s̄) ∧ φ  ⇒  ⋁ᵢ ( f₁(s̄) ≥ f₁(t̄) ∧ … ∧ fᵢ(s̄) ≥ fᵢ(t̄) + 1 ∧ fᵢ(s̄) ≥ 0 )
//! ```
//!
//! Of an infinite computation, consider the first level that decreases infinitely often: from some
//! step on it never increases, so it would fall below 0. Nothing here needs integers.
//!
//! The functions are found by Farkas' lemma: a step is a union of polyhedra, and that a function
//! does not increase on a polyhedron is linear in its coefficients and in the multipliers, so that
//! no search is needed (`synthesis`).
//! Source: thesis, termination; Bradley, Manna and Sipma's linear ranking with reachability.

mod components;
mod lasso;
mod obligation;
mod synthesis;
mod transition;

use buttress_budget::{Budget, Exhausted};
use buttress_horn::{ClauseId, Horn, HornUnknown, Interpretation, PredicateId};
use buttress_logic::{Rational, Term, Terms};
use buttress_project::{Relation, Row};

pub use lasso::{Lasso, lassos};
pub use obligation::obligations;

use components::components;
use transition::transitions;

/// Does every computation end?
#[derive(Clone, Debug)]
pub enum Termination {
    /// Yes: every cycle has a ranking.
    Terminates(Ranking),
    /// No: a state that is reached steps to itself.
    Loops(Lasso),
    /// No answer.
    Unknown(HornUnknown),
}

/// For each strongly connected component that has a step its ranking.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ranking {
    /// In no particular order: each stands for itself.
    pub components: Vec<Component>,
}

/// Predicates that lead to each other, and why one cannot go round among them forever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Component {
    /// The predicates.
    pub predicates: Vec<PredicateId>,
    /// The steps: clauses that lead from one of the predicates to one of them.
    pub clauses: Vec<ClauseId>,
    /// The first one counts most.
    pub levels: Vec<Level>,
}

/// One function for each predicate of a component.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// In the order of the component's predicates.
    pub functions: Vec<Function>,
    /// Clauses of which a case (or all of them) decreases this level.
    pub decreasing: Vec<ClauseId>,
}

/// constant + Σ coefficient · argument
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Whose arguments.
    pub predicate: PredicateId,
    /// One for each argument, zero for those that are no numbers; integers.
    pub coefficients: Vec<Rational>,
    /// An integer.
    pub constant: Rational,
}

impl Function {
    /// The value at arguments, `factor` times, added to a form.
    fn add_to(&self, terms: &mut Terms, row: &mut Row, arguments: &[Term], factor: &Rational) {
        row.constant.add_product(factor, &self.constant);
        for (argument, coefficient) in arguments.iter().zip(&self.coefficients) {
            if !coefficient.is_zero() {
                row.add(terms, *argument, &(coefficient * factor));
            }
        }
    }

    /// value ≥ 0 over the parameters of the predicate, for people to read.
    pub fn bound(&self, terms: &mut Terms, horn: &Horn) -> Term {
        let mut row = Row::zero(Relation::NonNegative);
        let parameters = horn.predicate(self.predicate).parameters.clone();
        self.add_to(terms, &mut row, &parameters, &Rational::ONE);
        row.to_literal(terms)
    }
}

/// The most polyhedra that a step may consist of.
const MOST_CASES: usize = 64;

/// Looks for rankings of all cycles.
///
/// `known` must be inductive: what it says supports the functions. When the answer is unknown, a stronger one
/// may help, and so may [`lassos`].
pub fn rank(
    terms: &mut Terms,
    horn: &Horn,
    known: &Interpretation,
    budget: &Budget,
) -> Termination {
    match ranked(terms, horn, known, budget) {
        Ok(termination) => termination,
        Err(exhausted) => Termination::Unknown(HornUnknown::Budget(exhausted)),
    }
}

fn ranked(
    terms: &mut Terms,
    horn: &Horn,
    known: &Interpretation,
    budget: &Budget,
) -> Result<Termination, Exhausted> {
    let mut ranking = Ranking::default();
    let mut reason = None;
    for (predicates, clauses) in components(horn) {
        let levels = match transitions(terms, horn, known, &predicates, &clauses, budget)? {
            Ok(steps) => synthesis::levels(terms, horn, &predicates, steps, budget)?,
            Err(why) => {
                reason = Some(HornUnknown::Unsupported(why));
                None
            }
        };
        if let Some(levels) = levels {
            ranking.components.push(Component { predicates, clauses, levels });
        } else if let Some(lasso) = lasso::find(terms, horn, known, &clauses, budget)? {
            return Ok(Termination::Loops(lasso));
        } else if reason.is_none() {
            reason = Some(HornUnknown::GaveUp);
        }
    }
    Ok(match reason {
        Some(reason) => Termination::Unknown(reason),
        None => Termination::Terminates(ranking),
    })
}
