//! The options of `solve`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::input::AsArgs;
use super::reading::ReadingArgs;
use super::report::ReportArgs;
use super::value::{seconds, whole};

/// What `solve` is asked.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// Scripts to run; - is standard input, answered as it comes
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// What the file is taken for.
    #[command(flatten)]
    pub taken: AsArgs,
    /// Print the model after each sat, as SMT-LIB, as a table or as a drawing
    #[arg(long, value_name = "FORM", num_args = 0..=1, default_missing_value = "smt")]
    pub model: Option<ModelForm>,
    /// Short for --model pretty: arrays as drawings of their cells
    #[arg(long, conflicts_with = "model")]
    pub pretty: bool,
    /// Write the evidence of each answer, for `buttress check`: a proof or a model
    #[arg(long, value_name = "FILE", visible_alias = "evidence")]
    pub proof: Option<PathBuf>,
    /// Give up after so many seconds per check
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub check_timeout: Option<Duration>,
    /// Seed of every random choice
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = whole::<u64>)]
    pub seed: u64,
    #[command(flatten)]
    pub reading: ReadingArgs,
    /// Print after each answer how it came about, as remarks: fragments, index sets and instances of
    /// quantifiers, the rules that a proof uses
    #[arg(long)]
    pub explain: bool,
    /// Print figures to standard error at the end of each file
    #[arg(long)]
    pub stats: bool,
    /// Do not check the evidence; the JSON report then says unchecked
    #[arg(long, conflicts_with = "proof")]
    pub no_check: bool,
    /// How the report looks.
    #[command(flatten)]
    pub report: ReportArgs,
}

/// The forms of a model.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModelForm {
    /// As get-model prints it
    Smt,
    /// Arrays and functions in rows
    Table,
    /// Arrays as drawings of their cells
    Pretty,
}

impl SolveArgs {
    /// The form in which models are wanted.
    pub fn model_form(&self) -> Option<ModelForm> {
        if self.pretty { Some(ModelForm::Pretty) } else { self.model }
    }
}
