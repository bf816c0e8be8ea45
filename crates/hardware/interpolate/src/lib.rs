//! Interpolation sequences: why there is no counterexample of k steps, as sets of states for each step, turned into clauses.
//!
//! For k = 0, 1, … the steps that lead to a bad pair after k steps are unrolled, the last ones first: m of them, from frame k − m, with what frames know
//! of each. If there is a model, m grows; at m = k it is a counterexample. If there is none, the solver has a proof, and from that come formulas over the
//! latches for the frames i after k − m: Fₖ₋ₘ ∧ ¬bad ∧ C ∧ ρ ⇒ Iₖ₋ₘ₊₁′, Fᵢ ∧ Iᵢ ∧ ¬bad ∧ C ∧ ρ ⇒ Iᵢ₊₁′, and Fₖ ∧ Iₖ ∧ C excludes bad pairs.
//!
//! They become clauses of frames. A state of Fₖ with a bad pair lies neither in Iₖ nor in Fₖ₋₁. Around a state outside of Iᵢ and of Fᵢ₋₁ there is a cube of such states,
//! and it is an obligation: whatever leads to it from Fᵢ₋₁ lies outside of Iᵢ₋₁ and of Fᵢ₋₂, so that obligations end after frame k − m, and none fails. A cube
//! that nothing leads to becomes a lemma. Then lemmas are carried forward; two equal frames are an inductive strengthening.
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
