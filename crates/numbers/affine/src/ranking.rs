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
mod level;
mod obligation;
mod synthesis;
mod transition;

use buttress_budget::{Budget, Exhausted};
use buttress_horn::{Horn, HornUnknown, Interpretation};
use buttress_logic::Terms;

pub use lasso::{Lasso, lassos};
pub use level::{Component, Function, Level, Ranking};
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
