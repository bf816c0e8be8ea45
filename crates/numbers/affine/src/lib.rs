//! Inequality invariants: templates, Farkas' lemma, and the search for multipliers.
//!
//! The second instance of `strengthen`. A fact is an inequality over the parameters of a predicate
//! (p₀ + p₁x₁ + … + pₙxₙ ≥ 0, or the same over monomials); a counterexample to induction is a state that the facts
//! allow and from which a step leaves the property. Each clause is a union of *paths*, which are convex; on each
//! path Farkas' lemma turns "the template is preserved" into constraints on the parameters and on multipliers, and
//! the few multipliers that meet parameters are searched for among a handful of values.
//! Source: thesis, inequality invariants.

mod atoms;
mod bilinear;
mod closing;
mod dual;
mod fact;
mod inequality;
mod lemma;
mod path;
mod products;
mod property;
mod question;
pub mod ranking;
mod sample;
mod split;
mod state;
mod strengthening;
mod system;
mod template;
mod trace;

use buttress_budget::{Budget, Exhausted};
use buttress_horn::{Horn, Interpretation, PredicateId, Reason, Verdict};
use buttress_logic::{Rational, Term, Terms};
use buttress_strengthen::{StrengthenOutcome, strengthen};

use property::Property;
use strengthening::{Analysis, Stop};

/// Which inequalities are looked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Template {
    /// p₀ + Σ pᵢxᵢ ≥ 0
    Affine,
    /// All monomials up to this degree.
    Polynomial {
        /// At least 1.
        degree: u32,
    },
    /// These monomials, each as the places of its factors among the parameters: `[0, 0, 1]` stands for x₀²·x₁.
    /// Places that a predicate does not have leave the monomial out there.
    Monomials(Vec<Vec<usize>>),
}

/// Choices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The form of facts.
    pub template: Template,
    /// How many states are sampled before giving up.
    pub samples: usize,
    /// What a multiplier that meets a template may be; none is negative.
    pub multipliers: Vec<Rational>,
    /// Equal seeds give equal runs.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            template: Template::Affine,
            samples: 300,
            multipliers: vec![Rational::ONE, Rational::ZERO],
            seed: 0,
        }
    }
}

/// What happens, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A state is looked at.
    Sample {
        /// Where.
        predicate: PredicateId,
        /// Literals for its parameters.
        state: Vec<Term>,
    },
    /// A fact is found.
    Fact {
        /// Where it holds.
        predicate: PredicateId,
        /// Over the parameters of the predicate.
        formula: Term,
        /// The state that was sampled; the first fact told after a sample excludes it.
        excludes: Vec<Term>,
    },
}

/// Strengthens the property of the queries with facts until it is inductive.
///
/// `known` must be inductive by itself. The interpretation returned is so too, whatever the
/// verdict, and it implies `known`.
pub fn prove(
    terms: &mut Terms,
    horn: &Horn,
    known: &Interpretation,
    settings: &Settings,
    budget: &Budget,
    observe: &mut dyn FnMut(Event),
) -> (Verdict, Interpretation) {
    match proved(terms, horn, known, settings, budget, observe) {
        Ok(answer) => answer,
        Err(exhausted) => (Verdict::Unknown(Reason::Budget(exhausted)), known.clone()),
    }
}

fn proved(
    terms: &mut Terms,
    horn: &Horn,
    known: &Interpretation,
    settings: &Settings,
    budget: &Budget,
    observe: &mut dyn FnMut(Event),
) -> Result<(Verdict, Interpretation), Exhausted> {
    let property = Property::of_queries(terms, horn);
    let mut analysis =
        Analysis::new(terms, horn, known, Some(property), settings, budget, observe)?;
    let reason = match strengthen(&mut analysis) {
        Ok(StrengthenOutcome::Violated(derivation)) => {
            return Ok((Verdict::Unsafe(derivation), known.clone()));
        }
        Ok(StrengthenOutcome::Inductive) => {
            let Analysis { terms, property, system, .. } = &mut analysis;
            if let Some(facts) = closing::solution(terms, horn, known, property, system, budget)? {
                return Ok((Verdict::Safe(facts.clone()), facts));
            }
            Reason::GaveUp
        }
        Ok(StrengthenOutcome::GaveUp) => Reason::GaveUp,
        Err(Stop::Incomplete) => {
            Reason::Unsupported("a product that the solver cannot treat".to_string())
        }
        Err(Stop::Exhausted(exhausted)) => Reason::Budget(exhausted),
    };
    Ok((Verdict::Unknown(reason), analysis.inductive()))
}

/// Facts about every predicate, whatever the queries; what is returned is inductive and implies
/// `known`, which must be inductive by itself.
pub fn discover(
    terms: &mut Terms,
    horn: &Horn,
    known: &Interpretation,
    settings: &Settings,
    budget: &Budget,
    observe: &mut dyn FnMut(Event),
) -> Interpretation {
    let Ok(mut analysis) = Analysis::new(terms, horn, known, None, settings, budget, observe)
    else {
        return known.clone();
    };
    // However it ends, what was found is told.
    let _ = strengthen(&mut analysis);
    analysis.inductive()
}
