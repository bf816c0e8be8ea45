//! What evidence about a program has to show.

use buttress_checker::pi::ProgramQuestion;
use clap::{Args, ValueEnum};

/// What `check` is asked about a program.
#[derive(Args, Debug)]
pub struct QuestionArgs {
    /// This function of the program must be proved; by default all must be
    #[arg(long = "function", value_name = "NAME")]
    pub functions: Vec<String>,
    /// Must subscripts, divisions and lengths of new arrays be covered?
    #[arg(long, default_value = "on", hide_possible_values = true, value_name = "on|off")]
    pub runtime: Switch,
    /// Must functions be shown to end (on), or may rankings be left aside (off)? By default those that there are
    /// must be right
    #[arg(long, hide_possible_values = true, value_name = "on|off")]
    pub termination: Option<Switch>,
}

/// Yes or no.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Switch {
    /// Yes
    On,
    /// No
    Off,
}

impl QuestionArgs {
    /// The question.
    pub fn question(&self) -> ProgramQuestion {
        ProgramQuestion {
            functions: (!self.functions.is_empty()).then(|| self.functions.clone()),
            runtime: self.runtime == Switch::On,
            termination: self.termination.map(|switch| switch == Switch::On),
        }
    }
}
