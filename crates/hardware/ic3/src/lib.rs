//! IC3: a sequence of frames, each an over-approximation of what is reachable in that many steps.
//!
//! Frame 0 is θ; frame i is a set of clauses over latches with
//! F₀ ⇒ F₁ ⇒ … and Fᵢ ∧ C ∧ ρ ⇒ Fᵢ₊₁′, and Fᵢ ∧ C ⇒ ¬bad for all but the last frame.
//! Where ¬bad is given ([`PropertyUse::Given`]), a frame is ¬bad and its clauses: Fᵢ ∧ ¬bad ∧ C ∧ ρ ⇒ Fᵢ₊₁′, and Fᵢ ∧ ¬bad ∧ C ∧ ρ ∧ C′ ⇒ ¬bad′ for
//! all but the last frame. Then only computations up to their first bad pair count, and lemmas need not repeat what the property says.
//! Beyond all frames stands F∞: clauses that are inductive relative to ¬bad and to each other,
//! which is the χ of FSIS. What either engine puts there, the other may use, because a
//! state reachable in k steps satisfies χ as soon as no state reachable in fewer is bad.
//!
//! Why input-dependent bad signals and constraints are safe here: an obligation is a cube of
//! states together with inputs under which *every* state of the cube satisfies the constraints and
//! moves into the next obligation (the last: makes bad true, here or, where ¬bad is given, one step later). So a chain of
//! obligations whose first cube holds an initial state is a computation, and it replays.

mod activity;
mod counters;
mod engine;
mod frame_sequence;
mod frames;
mod generalize;
mod lemma;
mod lift;
mod limits;
mod obligation;
mod propagate;
mod settings;

pub use counters::Counters;
pub use engine::Ic3;
pub use frame_sequence::{Exclusion, FrameSequence};
pub use settings::{Generalization, PropertyUse, Settings};
