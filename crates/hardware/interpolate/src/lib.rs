//! Interpolation sequences: why there is no counterexample of k steps, as sets of states for each step, turned into clauses.
//!
//! For k = 0, 1, … the unrolling of k steps, with what frames know of each step, is refuted with a proof, or its model is a counterexample. From one proof come
//! formulas I₁ … I_k over the latches: θ ∧ C ∧ ρ ⇒ I₁′, Fᵢ ∧ Iᵢ ∧ C ∧ ρ ⇒ Iᵢ₊₁′, and F_k ∧ I_k ∧ C excludes bad pairs. They become clauses of
//! frames: since Fᵢ ⇒ Fᵢ₋₁ ∨ Iᵢ, every step from Fᵢ leads into Fᵢ or Iᵢ₊₁, so that each state of Fᵢ₊₁ in neither of them
//! is excluded by a lemma that is shown relative to Fᵢ at once, without obligations for earlier frames. Then clauses are carried forward; two
//! equal frames are an inductive strengthening.
//!
//! Soundness does not rest on interpolants: a lemma enters a frame only when a question about that frame has shown it, and a counterexample is a model.
//!
//! Sources: McMillan, "Interpolation and SAT-based model checking", CAV 2003; Vizel and Grumberg, "Interpolation-sequence based
//! model checking", FMCAD 2009; Vizel and Gurfinkel, "Interpolating property directed reachability", CAV 2014.

mod counters;
mod engine;
mod graph;
mod limits;
mod refutation;
mod sequence;
mod settings;
mod step;
mod unrolling;

#[cfg(test)]
mod tests;

pub use counters::Counters;
pub use engine::Interpolation;
pub use settings::Settings;
