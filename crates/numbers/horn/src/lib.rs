//! Systems over numbers, as constrained Horn clauses.
//!
//! A predicate stands for the states that may be met at a control location (or for the summary of a
//! procedure); a clause says how they come about:
//!
//! ```text
//! P₁(t̄₁) ∧ … ∧ Pₖ(t̄ₖ) ∧ φ  →  H(t̄)        no Pᵢ: first states (θ);  one: a step (ρ);  several: a call
//! P₁(t̄₁) ∧ … ∧ Pₖ(t̄ₖ) ∧ φ  →  false       φ describes the bad states (¬Π)
//! ```
//!
//! The system is *safe* if the predicates can be interpreted so that every clause is valid (the
//! interpretation is an inductive strengthening of Π, one formula for each location), and *unsafe* if
//! `false` has a derivation, which is a trace when no clause has two premises.
//!
//! Variables of clauses and parameters of predicates are constants of the term store, so that
//! constraints can be asserted as they are. No two clauses share a variable, and no predicate shares
//! a parameter with another predicate or a clause.

mod clause;
mod derivation;
mod interpretation;
mod verdict;

pub use clause::{Application, Clause, ClauseId, Horn, Predicate, PredicateId};
pub use derivation::{Conclusions, Derivation, DerivationFlaw, DerivationStep};
pub use interpretation::Interpretation;
pub use verdict::{HornUnknown, Verdict};
