//! Something to try: a command, or a change to the file.

use schemars::JsonSchema;
use serde::Serialize;

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
    pub fn command(command: String, why: impl Into<String>) -> NextStep {
        NextStep { command: Some(command), why: why.into() }
    }

    /// A change to the file.
    #[cfg(feature = "cli")]
    pub fn change(why: impl Into<String>) -> NextStep {
        NextStep { command: None, why: why.into() }
    }

    /// The page about a code.
    #[cfg(feature = "cli")]
    pub fn page(code: &str) -> NextStep {
        NextStep::command(format!("buttress explain {code}"), "what this means, and what helps")
    }
}
