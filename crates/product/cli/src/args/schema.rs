//! The options of `schema`.

use clap::{Args, ValueEnum};

/// What `schema` is asked.
#[derive(Args, Debug)]
pub struct SchemaArgs {
    /// Of what; of everything if left out
    pub of: Option<Printed>,
}

/// What is printed as JSON.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Printed {
    /// prove
    #[value(alias = "prove")]
    Report,
    /// solve
    Solve,
    /// The lines of --format jsonl
    #[value(alias = "solve-event")]
    Event,
    /// info
    Info,
    /// check
    Check,
    /// explain
    Explain,
    /// invariants
    Invariants,
    /// terminates
    Terminates,
    /// run
    Run,
    /// fleet
    Fleet,
    /// config
    Config,
    /// cache
    Cache,
}

impl Printed {
    /// The documents among it, by their names.
    pub fn documents(self) -> &'static [&'static str] {
        match self {
            Printed::Report => &["report", "error"],
            Printed::Solve => &["solve", "error"],
            Printed::Event => &[],
            Printed::Info => &["info", "error", "cut"],
            Printed::Check => &["check", "error", "cut"],
            Printed::Explain => &["explain", "error", "cut"],
            Printed::Invariants => &["invariants", "error", "cut"],
            Printed::Terminates => &["terminates", "error", "cut"],
            Printed::Run => &["run", "error", "cut"],
            Printed::Fleet => &["fleet", "error", "cut"],
            Printed::Config => &["config"],
            Printed::Cache => &["cache"],
        }
    }

    /// Are there lines among it?
    pub fn has_lines(self) -> bool {
        matches!(self, Printed::Report | Printed::Solve | Printed::Event)
    }
}
