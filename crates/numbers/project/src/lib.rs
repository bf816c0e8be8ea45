//! From a model of a formula to literals: implicants, their projection onto variables, and all
//! convex disjuncts.
//!
//! A formula over numbers is a union of polyhedra. These functions find the one around a model
//! ([`implicant`]), or all of them ([`disjuncts`]), as *literals*: linear (in)equations, divisibilities
//! and Boolean constants, possibly negated, and where clauses speak of arrays and datatypes what is said of these. [`project`] removes variables from literals so that the model is kept:
//! what it gives implies ∃ x̄. literals and is true in the model.

mod disjuncts;
mod implicant;
mod limits;
mod polynomial;
mod projection;
mod row;
mod structure;

pub use disjuncts::disjuncts;
pub use implicant::implicant;
pub use projection::project;
pub use row::{Relation, Row, variables_of};
