//! AIGER 1.9, ASCII and binary, reading and writing.
//!
//! A circuit variable is the AIGER variable and a literal's code the AIGER literal, so that
//! evidence can be compared with the file by eye. Without bad signals and justice
//! properties (B = J = 0, the older style) the outputs are the bad signals.
//! Source: the AIGER format report 20071012 and its successor "AIGER 1.9 and beyond".

mod header;
mod model;
mod read;
mod renumber;
mod symbol;
mod write;

pub use model::Model;
pub use read::read;
pub use renumber::{Renumbered, renumbered};
pub use symbol::{SymbolKind, Symbols};
pub use write::{write_ascii, write_binary};

#[cfg(test)]
mod tests;
