//! Reachability in systems of Horn clauses over numbers.
//!
//! *Frames* over-approximate the states that short derivations reach, *facts*
//! under-approximate them, and an obligation asks whether a set of states in between is reached:
//!
//! ```text
//! F₀(P) ⊆ F₁(P) ⊆ …        Fₙ(P) holds of all P-states with a derivation of height at most n
//! an obligation (P, s, n)   is some state of the cube s in Fₙ?  by each clause with head P:
//!   φ ∧ s(head) ∧ ⋀ Fₙ₋₁(premise)   has a model over facts      a fact is derived
//!                                    has a model               its projection onto a premise is a new obligation
//!                                    has none, for all clauses  a lemma ¬s⁺ is learnt, s ⇒ s⁺, by interpolation
//! ```
//!
//! When two neighbouring frames are equal they are an inductive interpretation; when `false` becomes a
//! fact there is a derivation. This is IC3 carried over to arithmetic: projection takes the place of
//! lifted states and Farkas' lemma that of dropped literals. [`unfold`] searches derivations of
//! bounded length instead.

mod bounds;
mod cube;
mod engine;
mod event;
mod facts;
mod frames;
mod generalize;
mod interpolate;
mod limits;
mod obligation;
mod predecessor;
mod query;
mod rule;
mod settings;
mod unfold;

use buttress_budget::Budget;
use buttress_horn::{Horn, Interpretation, Verdict};
use buttress_logic::Terms;

pub use engine::Engine;
pub use event::FrameEvent;
pub use settings::Settings;
pub use unfold::unfold;

/// Runs an [`Engine`] until it has an answer or the budget is used up. The interpretation holds
/// `known`, which must be inductive, and whatever else was found to be inductive.
pub fn prove(
    terms: &mut Terms,
    horn: &Horn,
    known: &Interpretation,
    settings: &Settings,
    budget: &Budget,
    observer: &mut dyn FnMut(FrameEvent),
) -> (Verdict, Interpretation) {
    let mut engine = Engine::new(terms, horn, known, settings);
    let verdict = engine.run(terms, budget, observer);
    let facts = match &verdict {
        Verdict::Safe(interpretation) => interpretation.clone(),
        _ => known.clone(),
    };
    (verdict, facts)
}
