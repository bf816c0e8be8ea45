//! Evidence about formulas: proofs and models of SMT-LIB scripts.

mod accept;
mod damage;
mod distinct;
mod evaluation;
mod fuzz;
mod limits;
mod models;
mod quantifiers;
mod sizes;
mod sound;
mod stories;
mod write;
