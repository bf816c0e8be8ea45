//! SMT-LIB 2.6 and 2.7: text to commands, with terms in a [`Terms`](buttress_logic::Terms) store.
//!
//! A [`Reader`] cuts a stream of bytes into [`Sexpr`]s, one per top-level command, as soon as the
//! closing parenthesis has arrived. A [`Script`] gives them meaning: it holds the names in scope and
//! the assertion stack, checks a command, applies it and answers with the [`Command`] that a driver
//! has to act upon. A command that fails changes nothing.
//!
//! Beyond the standard there are hashtables and partial arrays (`docs/formulas.md`), which are
//! expanded while they are read.
//!
//! Depth is no limit: expressions live in flat arenas, and everything that walks over them or over
//! terms keeps its own stack. The time is linear in the text, up to the expansion of definitions.

mod annotation;
mod apply;
mod attributes;
mod command;
mod construct;
mod datatypes;
mod declare;
mod error;
mod evidence;
mod expand;
mod expect;
mod family;
mod growth;
mod head;
mod identifier;
mod infinite;
mod inhabited;
mod levels;
mod matching;
mod names;
mod objective;
mod partition;
mod positions;
mod power;
mod reader;
mod reading;
mod recursive;
mod script;
mod sexpr;
mod shape;
mod shared;
mod signature;
mod sorts;
mod span;
mod stack;
mod suggest;
mod symbol;
mod tables;
mod term;
mod theories;

pub use command::Command;
pub use error::{Error, Kind};
pub use evidence::{Definition, WrittenModel};
pub use reader::Reader;
pub use reading::Reading;
pub use script::{COMMANDS, Script};
pub use sexpr::Sexpr;
pub use span::{Position, Span};
pub use stack::{Assertion, Objective, Recursive};
pub use term::long_numeral;

// For the formats that are scripts with a meaning of their own.
pub(crate) use attributes::attributes;
pub(crate) use sexpr::{Node, Token, shorten};
pub(crate) use symbol::is_theory_symbol;
