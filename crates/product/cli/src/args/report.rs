//! How a report looks.

use clap::{ArgAction, Args, ValueEnum};

/// How a report looks.
#[derive(Args, Debug)]
pub struct ReportArgs {
    /// Form of the report
    #[arg(long, default_value = "human")]
    pub format: Format,
    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Print the verdict words only, one line per property or check
    #[arg(short, long, conflicts_with_all = ["json", "format", "verbose"])]
    pub quiet: bool,
    /// Print more: figures, reductions, memory, all waveforms; -vv also which engine worked how long, and what was cached
    #[arg(short, long, action = ArgAction::Count)]
    pub verbose: u8,
    /// Exit with 0 whatever the verdicts are (bad usage and our own faults aside)
    #[arg(long)]
    pub exit_zero: bool,
}

/// The forms of a report.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For a person
    Human,
    /// One line per property or check
    Short,
    /// One JSON document
    Json,
    /// One JSON event per line, while running
    Jsonl,
    /// SARIF 2.1.0, for code scanning (prove)
    Sarif,
    /// JUnit XML (prove)
    Junit,
    /// Workflow commands that annotate lines on GitHub (prove)
    Github,
}

impl ReportArgs {
    /// Is more wanted than usual?
    pub fn is_verbose(&self) -> bool {
        self.verbose > 0
    }

    /// The form that was asked for.
    pub fn form(&self) -> Format {
        // What is typed here counts more than a form that buttress.toml asks for.
        match (self.json, self.quiet) {
            (true, _) => Format::Json,
            (false, true) => Format::Human,
            (false, false) => self.format,
        }
    }
}
