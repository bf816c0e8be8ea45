//! Scripts: what is told of their answers, and the command `buttress solve`.

#[cfg(feature = "cli")]
mod channels;
#[cfg(feature = "cli")]
mod command;
#[cfg(feature = "cli")]
mod cut;
mod document;
#[cfg(feature = "cli")]
mod drawing;
#[cfg(feature = "cli")]
mod evidence;
#[cfg(feature = "cli")]
mod form;
mod picture;
#[cfg(feature = "cli")]
mod printer;

#[cfg(feature = "cli")]
pub use self::command::run;
pub use self::document::{CheckEntry, CheckWord, ScriptEntry, SolveDocument};
