//! Small random systems of constrained Horn clauses, and an explicit-state oracle for them.
//!
//! `generate` makes a system from a seed and a mix, `System::text` writes it as an SMT-LIB script,
//! `explore` derives facts one by one until there are no more (or too many), and `shrink` makes a system
//! small. Expressions, their evaluation, their numbers and the writer are this module's own, so that
//! a mistake in the readers and engines cannot hide here.

mod explore;
mod expr;
mod generate;
mod mixes;
mod number;
mod shrink;
mod solve;
mod system;
mod wrapping;
mod write;

pub use explore::{Exploration, HornOracleVerdict, OracleLimits, explore};
pub use expr::{Expr, Op, Sort, Value};
pub use generate::{Case, generate};
pub use mixes::{Bound, MIXES, Mix, STRUCTURED_MIXES, Shape};
pub use number::Number;
pub use shrink::shrink;
pub use system::{Atom, Clause, Predicate, System};
pub use wrapping::Wrapping;
