//! The options of `explain`.

use clap::{Args, ValueEnum};

use super::input::AsArgs;
use super::reading::ReadingArgs;

/// What `explain` is asked.
#[derive(Args, Debug)]
pub struct ExplainArgs {
    /// A script or a program (- is standard input), or a code such as PI0301; all codes are listed without one
    #[arg(value_name = "FILE|CODE")]
    pub subject: Option<String>,
    /// What the file is taken for.
    #[command(flatten)]
    pub taken: AsArgs,
    #[command(flatten)]
    pub reading: ReadingArgs,
    /// Print the formula after each step of the reduction, too
    #[arg(short = 'v', long, visible_alias = "verbose")]
    pub steps: bool,
    /// Form of the explanation
    #[arg(long, default_value = "human")]
    pub format: ExplainFormat,
    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
}

/// What `show` is asked.
#[derive(Args, Debug)]
pub struct ShowArgs {
    /// A code such as UN0001, or a limit such as most-digits; all are listed without one
    #[arg(value_name = "CODE|LIMIT")]
    pub subject: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// The forms of an explanation.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExplainFormat {
    /// For a person
    Human,
    /// One JSON document
    Json,
}

impl ExplainArgs {
    /// Is a document wanted?
    pub fn is_json(&self) -> bool {
        self.json || self.format == ExplainFormat::Json
    }
}
