//! From the user's circuit to a small, normalised one, and from evidence about that one back.
//!
//! The steps, each in a file of its own:
//! 1. `normalise`: keep the cone of the properties and of the constraints; turn reset signals
//!    into a latch `first` that is true in the first pair alone; hash gates (`builder`).
//! 2. `fixed`: an input that a constraint names is a constant.
//! 3. `ternary`: a latch that never leaves its reset value is a constant.
//! 4. `relation`: an input that a monitor forces to equal a signal is that signal.
//! 5. `retime`: a latch that only delays an input is an input.
//! 6. `correspond`: latches, then gates, that are equal in all computations are merged.
//!
//! Each step makes a circuit and a map from the signals of the circuit before. The map is
//! justified by *facts*: inductive clauses of the circuit before. Invariant, needed for
//! soundness: a fact holds in every pair of which all *earlier* pairs satisfy the constraints.
//! It never leans on the constraints of its own pair; otherwise a constraint could be
//! used to simplify itself away.
//! After `relation`, facts and other clauses carry a guard; see there.

mod builder;
mod classes;
mod correspond;
mod fixed;
mod frames;

mod limits;
mod monitor;
mod normalise;
mod origin;
mod parallel_simulation;
mod rebuild;
mod reduced;
mod relation;
mod retime;
mod settings;
mod stage;
mod ternary;
mod trace_map;

pub use reduced::Reduced;
pub use settings::{Correspondence, Counts, Settings, Size};
