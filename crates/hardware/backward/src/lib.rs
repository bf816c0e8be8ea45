//! Backward reachability: a sequence of sets, each an over-approximation of the states from which a bad pair is at most that many steps away.
//!
//! Level i is the complement of a union of cubes, and B₀ ⇒ B₁ ⇒ …: no pair over a state of a cube of level 0 is bad, and every step from a cube of
//! level i + 1 leads, unless it starts in a bad pair, out of Bᵢ or back into the cube. The search goes depth first from the first states towards
//! lower levels, one computation at a time: where a state has no step into the next level, the core of that
//! question is a cube that level i + 1 excludes. States that were met are tried again, newest first, with each new level, so that a long
//! computation is found piece by piece.
//!
//! Where two levels are equal, the union of the cubes beyond is an inductive invariant, as a disjunction of cubes. What
//! others can check is a conjunction of clauses: `complement` makes one, as strong as it has to be.
//!
//! Sources: Li, Dureja, Pu, Rozier and Vardi, "SimpleCAR", CAV 2018; Dureja, Li, Pu, Vardi and Rozier, "Intersection and rotation
//! of assumption literals boosts bug-finding", VSTTE 2019; Seufert and Scholl, "Combining PDR and reverse PDR", DATE 2018.

mod complement;
mod counters;
mod engine;
mod levels;
mod limits;
mod queue;
mod settings;
mod state;

pub use counters::Counters;
pub use engine::Backward;
pub use settings::Settings;
