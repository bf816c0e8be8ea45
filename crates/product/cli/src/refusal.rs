//! Why there is no answer, for a person or for a program.

#[cfg(feature = "cli")]
mod print;
mod reason;

#[cfg(feature = "cli")]
pub use self::print::{print, usage};
pub use self::reason::Refusal;
