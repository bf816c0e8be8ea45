//! Printing, as SMT-LIB writes it: what is printed reads back as the same term.
//!
//! Terms, sorts and values are laid out as pieces, text and parts in turn, and one writer puts the
//! pieces together without recursion. Everything comes in a fixed order.

mod content;
mod model;
mod sort;
mod symbol;
mod table;
mod term;
mod value;
mod write;

pub use content::print_content;
pub use model::print_model;
pub use sort::print_sort;
pub use symbol::print_symbol;
pub use term::{print, print_applied, print_shared};
pub use value::print_value;
