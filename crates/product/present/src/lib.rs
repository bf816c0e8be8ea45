//! What people look at: models as tables and pictures, invariants as a person writes them, derivations, plots, paths of programs in
//! their own text, and why a formula is or is not in a decidable fragment.
//!
//! Nothing here proves, prints or reads files; `session` puts these values into its reports, and front ends print or draw them.

pub mod formulas;
mod limits;
pub mod numbers;
pub mod programs;
