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
mod dual;
mod event;
mod fact;
mod inequality;
mod limits;
mod model_search;
mod path;
mod products;
mod property;
pub mod ranking;
mod refute;
mod sample;
mod settings;
mod solution;
mod split;
mod state;
mod strengthening;
mod system;
mod template;
mod trace;

use buttress_budget::{Budget, Exhausted};
use buttress_horn::{Horn, HornUnknown, Interpretation, Verdict};
use buttress_logic::Terms;
use buttress_strengthen::{StrengthenOutcome, strengthen};

pub use event::StrengtheningEvent;
pub use settings::{Settings, Template};

use property::Property;
use strengthening::{Analysis, AnalysisStop};

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
    observe: &mut dyn FnMut(StrengtheningEvent),
) -> (Verdict, Interpretation) {
    match proved(terms, horn, known, settings, budget, observe) {
        Ok(answer) => answer,
        Err(exhausted) => (Verdict::Unknown(HornUnknown::Budget(exhausted)), known.clone()),
    }
}

fn proved(
    terms: &mut Terms,
    horn: &Horn,
    known: &Interpretation,
    settings: &Settings,
    budget: &Budget,
    observe: &mut dyn FnMut(StrengtheningEvent),
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
            if let Some(facts) = solution::solution(terms, horn, known, property, system, budget)? {
                return Ok((Verdict::Safe(facts.clone()), facts));
            }
            HornUnknown::GaveUp
        }
        Ok(StrengthenOutcome::GaveUp) => HornUnknown::GaveUp,
        Err(AnalysisStop::Incomplete) => {
            HornUnknown::Unsupported("a product that the solver cannot treat".to_string())
        }
        Err(AnalysisStop::Exhausted(exhausted)) => HornUnknown::Budget(exhausted),
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
    observe: &mut dyn FnMut(StrengtheningEvent),
) -> Interpretation {
    let Ok(mut analysis) = Analysis::new(terms, horn, known, None, settings, budget, observe)
    else {
        return known.clone();
    };
    // However it ends, what was found is told.
    let _ = strengthen(&mut analysis);
    analysis.inductive()
}
