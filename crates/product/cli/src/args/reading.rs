//! How a script is read.

use buttress_formats::smtlib::Reading;
use clap::Args;

/// How a script is read.
#[derive(Args, Debug)]
pub struct ReadingArgs {
    /// Read the arrays of the script as partial: quantified formulas speak of the indices at which
    /// everything is defined that they read
    #[arg(long)]
    pub partial: bool,
    /// Read the sorts that the script declares as infinite
    #[arg(long)]
    pub infinite_sorts: bool,
}

impl ReadingArgs {
    /// How the script is read.
    pub fn reading(&self) -> Reading {
        Reading { partial_arrays: self.partial, infinite_sorts: self.infinite_sorts }
    }
}
