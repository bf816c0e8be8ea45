//! Random linear programs over the rationals, written for peers, and made small.
//!
//! A program is a list of constraints and a form to be maximised. The mixes aim at what simplex methods
//! stumble over: many constraints that meet in one point, coefficients beyond machine words, equations
//! that hold only together, strict bounds, variables without bounds.

mod generate;
mod mixes;
mod program;
mod shrink;
mod write;

pub use generate::linear_program;
pub use mixes::{LP_MIXES, LpMix, Numbers};
pub use program::LinearProgram;
pub use shrink::shrink;
