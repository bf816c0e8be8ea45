//! Recording: what a solver was asked, kept so that other solvers can be asked the same.
//!
//! A recording is the list of calls that changed the solver or queried it, with the answers. It
//! begins with what the solver held when the recording started, so an engine can switch it on
//! late. Calls that only steer the search (phases, seeds) are left out.
//!
//! As text it has one operation a line; variable v is written v + 1, negated literals are
//! negative, and 0 closes a list, as in DIMACS:
//! ```text
//! fresh VARS A         a new solver with so many variables; A activates query clauses
//! vars VARS            from now on so many variables exist
//! fanin V … 0 V … 0    what each variable is defined from
//! gates - a L … 0      the definitions: none, a conjunction, `m L L L 0` for a multiplexer
//! keep V               the variable belongs to every cone
//! c L … 0              a clause
//! q a L … 0 t L … 0 cone|whole sat|unsat    a query; `t` and its list only with a query clause
//! ```

mod operation;
mod recorder;
mod replay;
mod text;

pub use operation::{Operation, Recording};
pub use replay::Replayed;
pub use text::RecordingError;

#[cfg(test)]
mod tests;
