//! The options and commands for programs.

use std::path::PathBuf;
use std::time::Duration;

use buttress_session::programs::Inference;
use clap::{Args, ValueEnum};

use super::input::AsArgs;
use super::value::{count, seconds};

/// What `prove` is asked about programs.
#[derive(Args, Debug)]
#[command(next_help_heading = "Programs")]
pub struct ProgramsArgs {
    /// Only this function, its callees' contracts taken for granted; may be repeated
    #[arg(long, value_name = "NAME")]
    pub function: Vec<String>,
    /// Print every condition with its path in source terms
    #[arg(long)]
    pub explain: bool,
    /// Which loop facts to infer; show prints them, write inserts them into the file
    #[arg(long, value_name = "WHICH", default_value = "all")]
    pub infer: Infer,
    /// Every function must be proved to end, by rankings that are written or inferred
    #[arg(long, conflicts_with = "no_termination")]
    pub termination: bool,
    /// Leave rankings aside, those that are written included
    #[arg(long)]
    pub no_termination: bool,
    /// Leave out conditions about subscripts, divisions and lengths of new arrays
    #[arg(long)]
    pub no_runtime: bool,
    /// Give up on a condition after so much effort, such as 200k or 5M
    #[arg(long, value_name = "EFFORT", value_parser = count)]
    pub budget: Option<u64>,
    /// Give up on a condition after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub condition_timeout: Option<Duration>,
    /// Keep evidence in this folder, and reuse what is there after checking it [default: a folder of the user; `buttress
    /// cache path` prints it]
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// Keep no evidence, and reuse none
    #[arg(long, conflicts_with = "cache")]
    pub no_cache: bool,
    /// Write the findings as SARIF, too
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
}

/// Which loop facts are inferred.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Infer {
    /// About numbers, lengths and the contents of arrays
    All,
    /// All, and for helpers whose contract says nothing what their callers need of it
    Contracts,
    /// About numbers and lengths
    Numeric,
    /// None
    #[value(alias = "off")]
    None,
    /// All, and print each at its loop
    Show,
    /// All, and insert each at its loop in the file, with a remark
    Write,
}

impl Infer {
    /// Which facts are inferred.
    pub fn inference(self) -> Inference {
        match self {
            Infer::All | Infer::Show | Infer::Write => Inference::All,
            Infer::Contracts => Inference::Contracts,
            Infer::Numeric => Inference::Numeric,
            Infer::None => Inference::Nothing,
        }
    }
}

/// What `fmt` is asked.
#[derive(Args, Debug)]
pub struct FmtArgs {
    /// Programs; - is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// What the file is taken for.
    #[command(flatten)]
    pub taken: AsArgs,
    /// Change nothing; exit with 1 if a file is not formatted
    #[arg(long, conflicts_with = "write")]
    pub check: bool,
    /// Write the files instead of printing them
    #[arg(short = 'i', long, visible_alias = "in-place")]
    pub write: bool,
}

/// What `run` is asked.
#[derive(Args, Debug)]
pub struct RunArgs {
    /// The program; - is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// What the file is taken for.
    #[command(flatten)]
    pub taken: AsArgs,
    /// The function; may be left out with --call, or if there is only one
    #[arg(value_name = "FUNCTION", conflicts_with = "call")]
    pub function: Option<String>,
    /// Its arguments, such as 3, true or '[7, 3]'
    #[arg(value_name = "ARGUMENT", conflicts_with = "call", allow_negative_numbers = true)]
    pub arguments: Vec<String>,
    /// What to call, such as 'BubbleSort([3, 1, 2], 0, 2)'
    #[arg(long, value_name = "CALL")]
    pub call: Option<String>,
    /// The value of a global, such as 'limit = 5'; others are 0, false or empty; may be repeated
    #[arg(long, value_name = "NAME = VALUE")]
    pub global: Vec<String>,
    /// Print every statement with the variables that it changed
    #[arg(long)]
    pub step: bool,
    /// Do not evaluate annotations, only what is checked as a program runs
    #[arg(long)]
    pub no_annotations: bool,
    /// Watch rankings, too
    #[arg(long)]
    pub termination: bool,
    /// Stop after so many statements
    #[arg(long, value_name = "N", default_value = "1M", value_parser = count)]
    pub steps: u64,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// What `convert` is asked.
#[derive(Args, Debug)]
pub struct ConvertArgs {
    /// A program in the dialect of 2007; - is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// What the file is taken for.
    #[command(flatten)]
    pub taken: AsArgs,
    /// The language to write
    #[arg(long, value_name = "LANGUAGE", default_value = "pi")]
    pub to: Language,
    /// Write here instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Languages that can be written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// Programs as the verifier's documentation writes them
    Pi,
}
