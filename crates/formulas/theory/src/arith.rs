//! Linear arithmetic over rationals and integers, for conjunctions that come and go.
//!
//! The driver registers constraints as atoms, asserts atoms and other constraints level by level,
//! and asks: can they hold together (over the rationals)? which atoms follow? do integers go
//! where they must? Every contradiction and every consequence comes with a derivation by sums and
//! integer rounding, which `Derivation::refutes` checks.
//!
//! Variables and forms are all this module knows. Underneath is the simplex of `numeric`; a
//! constraint bounds a row of it, and the facts behind the bounds are kept in `facts`.
//!
//! Invariant: integer variables have integer bounds. Facts, bounds and explanations belong to the
//! level in which they arose and go with it; rows stay, except those of cuts
//! and of what passes.

mod atoms;
mod cuts;
mod differences;
mod diversify;
mod effort;
mod equations;
mod facts;
mod flat;
mod integrality;
mod lattice;
mod level;
mod outcome;
mod patch;
mod propagate;
mod slabs;
mod solver;
mod thresholds;
mod triangles;
mod visits;

pub use atoms::Atom;
pub use effort::Effort;
pub use level::Lifetime;
pub use outcome::{Conflict, Integrality};
pub use solver::Arithmetic;
