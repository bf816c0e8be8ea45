//! Propositional vocabulary: variables, literals, clauses, cubes, vectors indexed by them, and seeded
//! random choices.
//!
//! A literal is coded as `2·variable + sign`, the coding AIGER uses, so circuits
//! and formulas share one literal type.

mod clause;
mod fanin;
mod gates;
mod index;
mod lit;
mod random;

pub use clause::{Clause, Cnf, Cube, is_subset};
pub use fanin::Fanin;
pub use gates::{Gate, Gates};
pub use index::{Index, IndexVec};
pub use lit::{Lit, Var};
pub use random::Random;
