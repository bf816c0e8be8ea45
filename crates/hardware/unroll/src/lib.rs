//! Bounded model checking and k-induction.
//!
//! A circuit is unrolled into one and-inverter graph over all time frames (`frames`), which is
//! simplified while it grows (`graph`) and given to the solver only as far as a question
//! depends on it (`formula`). `Bmc` unrolls forward from the first states and finds shortest
//! counterexamples, or, in strides, counterexamples sooner; `KInduction` adds the step case, unrolled backward from the bad state.

mod bmc;
mod formula;
mod frames;
mod graph;
mod k_induction;
mod limits;
mod step;
mod stride;

pub use bmc::{Bmc, BmcOutcome, BmcSettings};
pub use k_induction::{KInduction, KInductionSettings};
pub use stride::Stride;
