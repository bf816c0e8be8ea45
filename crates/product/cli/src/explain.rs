//! What is told of how quantifiers are decided, and the command `buttress explain`.

#[cfg(feature = "cli")]
mod command;
#[cfg(feature = "cli")]
mod document;
#[cfg(feature = "cli")]
mod file;
#[cfg(feature = "cli")]
mod limits;
#[cfg(feature = "cli")]
mod numbers;
#[cfg(feature = "cli")]
mod page;
#[cfg(feature = "cli")]
mod pages;
#[cfg(feature = "cli")]
mod program;
mod script;
#[cfg(feature = "cli")]
mod show;
#[cfg(feature = "cli")]
mod text;

#[cfg(feature = "cli")]
pub use self::command::run;
#[cfg(feature = "cli")]
pub use self::document::ExplainDocument;
#[cfg(feature = "cli")]
pub use self::pages::title;
pub use self::script::{ExplainedEntry, OutsideEntry};
#[cfg(feature = "cli")]
pub use self::show::run as show;
#[cfg(feature = "cli")]
pub use self::text::body;
