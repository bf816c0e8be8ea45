//! Propositional vocabulary: variables, literals, clauses, cubes, and vectors indexed by them.
//!
//! A literal is coded as `2·variable + sign`, the coding AIGER uses, so circuits
//! and formulas share one literal type.

mod clause;
mod fanin;
mod gates;
mod index;
mod lit;

pub use clause::{Clause, Cnf, Cube, is_subset};
pub use fanin::Fanin;
pub use gates::{Gate, Gates};
pub use index::{Index, IndexVec};
pub use lit::{Lit, Var};
