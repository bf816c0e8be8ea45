//! The pi language: annotated imperative programs over numbers, arrays, structs, tables and lists.
//!
//! ```text
//! text ─parse─▶ tree::File ─resolve─▶ Program ─basic_paths─▶ verification conditions, as terms
//!                    └─format─▶ text          └─call─▶ an outcome, by execution
//! ```
//!
//! The grammar and the meaning are told in `docs/programs.md`. Nothing here asks a solver: the checker
//! reads programs with this crate too.

mod diagnostic;
mod facts;
pub mod interpret;
pub mod paths;
pub mod program;
mod source;
pub mod tree;
mod value;

pub use diagnostic::{Diagnostic, Severity};
pub use facts::Facts;
pub use program::Program;
pub use source::{Name, Span};
pub use tree::{BinaryOp, UnaryOp};
pub use value::{ArrayValue, Value};
