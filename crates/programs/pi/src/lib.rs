//! The pi language: annotated imperative programs over numbers, arrays, structs, tables and lists.
//!
//! ```text
//! text ─parse─▶ tree::File ─resolve─▶ Program ─basic_paths─▶ verification conditions, as terms
//!                    └─format─▶ text          └─call─▶ an outcome, by execution
//! ```
//!
//! The grammar and the meaning are told in `docs/programs.md`. Nothing here asks a solver: the checker
//! reads programs with this crate too.

mod call;
mod closed_set;
mod contracts;
mod convert;
mod diagnostic;
mod facts;
mod format;
pub mod interpret;
mod lex;
mod limits;
mod parse;
pub mod paths;
mod prelude;
pub mod print;
pub mod program;
mod resolve;
mod show;
mod source;
pub mod tree;
mod value;

pub use call::{read_call, read_value};
pub use closed_set::ClosedSet;
pub use contracts::{ContractPart, Contracts};
pub use convert::convert;
pub use diagnostic::{Diagnostic, Severity};
pub use facts::Facts;
pub use format::format;
pub use limits::LEVELS;
pub use parse::{Parsed, parse};
pub use program::Program;
pub use resolve::{
    Reading, Resolved, read, read_contract_fact, read_entry_fact, read_fact, read_rank, resolve,
};
pub use show::Shown;
pub use source::{Lines, Name, Span};
pub use tree::{BinaryOp, UnaryOp};
pub use value::{ArrayValue, Value};
