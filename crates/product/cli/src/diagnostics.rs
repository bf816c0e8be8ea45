//! Errors and other messages as a person reads them: code, place, the line itself, what was expected, what to do.

mod file;
mod program;

pub use self::file::{all, excerpt, in_script, in_text, out_of_fragment, plain};
pub use self::program::{Source, errors_in_program, in_program, message};
