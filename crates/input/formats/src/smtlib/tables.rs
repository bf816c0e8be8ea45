//! Hashtables and partial arrays: an extension of SMT-LIB, expanded while it is read.
//!
//! `(HashTable K V)` and `(PArray I E)` are arrays whose elements are entries of a reserved datatype,
//! nothing or something with a content, so that equality of tables is equality of arrays: the same
//! keys and the same values at them. What is read where a table has nothing is left open by a
//! reserved function `@missing` of the table and the key; only equations between reads of partial
//! arrays speak of nothing, too. Nobody behind the reader needs to know.
//!
//! The names of the extension mean something only where the script means nothing by them: every
//! declaration, definition and variable hides them. The names with which values of tables are
//! printed are the exception: a script that uses tables cannot declare them.

mod apply;
mod compare;
mod guards;
mod operation;
mod refuse;
mod reserved;
mod sets;
mod state;

pub(super) use self::operation::{EMPTY, Operation, UNDEFINED};
pub(super) use self::reserved::{reserved_sort, reserved_symbol};
pub(super) use self::state::Tables;
