//! Something to try, as data and as a line.

use schemars::JsonSchema;
use serde::Serialize;

#[cfg(feature = "cli")]
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

/// The lines about steps, for a person.
#[cfg(feature = "cli")]
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
