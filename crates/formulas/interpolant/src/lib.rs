//! Interpolants: if A and B contradict each other, a formula I that follows from A, contradicts B, and speaks only of what both speak of.
//!
//! I is put together from models of A, one disjunct at a time: the literals around a model are projected onto
//! the symbols of B (or what they say about these is told by asking), and those on which the refutation of B does
//! not rest are left out. It ends when A leaves no model outside of the disjuncts. The two
//! refutations, of A with ¬I and of I with B, are the evidence.

mod consequences;
mod limits;
mod search;
mod symbols;

pub use search::{Failure, Interpolant, interpolant, sequence};
