//! The checker's tests, one program: they share a second reading of the specification.

mod agreement;
mod common;
mod damage;
mod horn;
mod pi;
mod program;
mod smt;
mod stories;
