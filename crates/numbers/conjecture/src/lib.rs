//! Conjectured facts about systems of Horn clauses, of which the inductive ones are kept.
//!
//! Cheap passes, one after the other: states are reached by execution ([`prove`] may end there, with
//! a derivation); what holds at all of them, in the shapes of intervals, octagons, forms of the text,
//! equations and congruences, is conjectured; the inductive part is found by weakening; then the
//! states are divided by guards of the text, each part with conjectures of its own.
//!
//! Invariant: what is called a fact is inductive, and `Safe` is said only after a solver has refuted
//! the obligation of every clause.

mod candidates;
mod cases;
pub mod control;
mod element;
mod equations;
mod event;
mod execute;
mod form;
mod houdini;
mod imported;
mod limits;
mod minimise;
mod monotone_forms;
mod obligations;
mod passes;
mod paths;
mod program;
mod samples;
mod space;
mod text;
mod view;

use buttress_budget::Budget;
use buttress_horn::{Horn, HornUnknown, Interpretation, Verdict};
use buttress_logic::Terms;

pub use event::PassEvent;
pub use imported::show;
pub use text::is_nonlinear;

use passes::Passes;

/// Choices.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Equal seeds give equal runs.
    pub seed: u64,
}

/// Tries to prove the system, or to reach a bad state; gives all inductive facts found beside.
///
/// `known` must be inductive.
pub fn prove(
    terms: &mut Terms,
    horn: &Horn,
    known: &Interpretation,
    settings: &Settings,
    budget: &Budget,
    observer: &mut dyn FnMut(PassEvent),
) -> (Verdict, Interpretation) {
    let mut passes = match Passes::new(terms, horn, known, settings.seed, budget, observer) {
        Ok(passes) => passes,
        Err(exhausted) => return (Verdict::Unknown(HornUnknown::Budget(exhausted)), known.clone()),
    };
    let verdict = match passes.prove(terms, budget) {
        Ok(Some(verdict)) => verdict,
        Ok(None) => Verdict::Unknown(HornUnknown::GaveUp),
        Err(exhausted) => Verdict::Unknown(HornUnknown::Budget(exhausted)),
    };
    (verdict, passes.into_facts(terms))
}

/// The strongest inductive facts found within the budget, with no property in mind.
///
/// `known` must be inductive.
pub fn discover(
    terms: &mut Terms,
    horn: &Horn,
    known: &Interpretation,
    settings: &Settings,
    budget: &Budget,
    observer: &mut dyn FnMut(PassEvent),
) -> Interpretation {
    let Ok(mut passes) = Passes::new(terms, horn, known, settings.seed, budget, observer) else {
        return known.clone();
    };
    // Running out of budget keeps what was found before.
    let _ = passes.discover(terms, budget);
    passes.into_facts(terms)
}
