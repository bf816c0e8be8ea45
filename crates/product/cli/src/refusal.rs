//! Why there is no answer, for a person or for a program.

mod print;
mod reason;

pub use self::print::{print, usage};
pub use self::reason::Refusal;
