//! Decision procedures for conjunctions of literals, one file family each.
//!
//! Equality is everybody's: [`congruence`] decides it, and [`graph`] puts terms into it. Linear
//! arithmetic ([`arith`]) works on numbers alone. Datatypes and arrays are theories of axioms: they
//! look at the classes of equal terms and name the instances of their axioms that are missing.
//! Each stands by itself; what holds them together is the business of the solver above.

pub mod arith;
pub mod arrays;
pub mod congruence;
pub mod datatypes;
pub mod graph;
mod lemma;
mod limits;
pub mod weak;

pub use lemma::{Lemma, Lemmas, Theory};
