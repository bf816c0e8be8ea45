//! Evidence against a circuit, a script or a program, through the independent checker.

mod circuit;
#[cfg(feature = "cli")]
mod command;
mod document;
mod judgement;
mod numbers;
mod program;
mod refusal;
mod script;

#[cfg(feature = "cli")]
pub use self::command::{is_evidence, run};
pub use self::document::CheckDocument;
pub use self::judgement::{CheckQuestion, Judgement};
