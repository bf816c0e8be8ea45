//! What to try where there is no answer: commands that differ from the one that was typed in what the run has met.
//!
//! Invariant: a command that is offered differs from the one that was typed, and changes what was met.

#[cfg(feature = "cli")]
mod larger;
#[cfg(feature = "cli")]
mod program;
#[cfg(feature = "cli")]
mod prove;
#[cfg(feature = "cli")]
mod script;
#[cfg(feature = "cli")]
mod system;
#[cfg(feature = "cli")]
mod typed;

use schemars::JsonSchema;
use serde::Serialize;

#[cfg(feature = "cli")]
pub use self::larger::of_limit;
#[cfg(feature = "cli")]
pub use self::program::of_program;
#[cfg(feature = "cli")]
pub use self::prove::{of_circuit, of_numbers};
#[cfg(feature = "cli")]
pub use self::script::of_script;
#[cfg(feature = "cli")]
pub use self::system::{of_invariants, of_termination};
#[cfg(feature = "cli")]
pub use self::typed::TypedCommand;
use crate::style::FAINT;

/// Something to try.
#[derive(Serialize, JsonSchema, Clone, PartialEq, Eq, Debug)]
pub struct NextStep {
    /// The command, as a shell takes it; null if it is the file that has to be changed.
    pub command: Option<String>,
    /// Why it may help, or what to change.
    pub why: String,
}

impl NextStep {
    /// A command.
    #[cfg(feature = "cli")]
    fn command(command: String, why: impl Into<String>) -> NextStep {
        NextStep { command: Some(command), why: why.into() }
    }

    /// A change to the file.
    #[cfg(feature = "cli")]
    fn change(why: impl Into<String>) -> NextStep {
        NextStep { command: None, why: why.into() }
    }

    /// The page about a code.
    #[cfg(feature = "cli")]
    fn page(code: &str) -> NextStep {
        NextStep::command(format!("buttress explain {code}"), "what this means, and what helps")
    }
}

/// The lines about steps, for a person.
pub fn shown<'a>(steps: impl IntoIterator<Item = &'a NextStep>) -> String {
    let line = |NextStep { command, why }: &NextStep| match command {
        Some(command) => format!("try: {command}  {FAINT}({why}){FAINT:#}\n"),
        None => format!("try: {why}\n"),
    };
    steps.into_iter().map(line).collect()
}

/// The same without colours, for whoever prints what nobody looks through.
#[cfg(feature = "cli")]
pub fn plain<'a>(steps: impl IntoIterator<Item = &'a NextStep>) -> String {
    anstream::adapter::strip_str(&shown(steps)).to_string()
}
