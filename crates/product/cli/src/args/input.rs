//! What a file is taken for.

use clap::{Args, ValueEnum};

use crate::input::InputKind;

/// The reader that is insisted on.
#[derive(Args, Debug)]
pub struct AsArgs {
    /// Take the file for this, whatever it looks like
    #[arg(id = "as", long = "as", value_name = "FORMAT")]
    pub format: Option<FileFormat>,
}

/// The formats that are read.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileFormat {
    /// Circuits, ASCII or binary
    #[value(aliases = ["aag", "aig"])]
    Aiger,
    /// Scripts
    #[value(aliases = ["smt2", "smt-lib"])]
    Smtlib,
    /// Horn clauses in SMT-LIB
    #[value(alias = "chc")]
    Horn,
    /// Transition systems in VMT-LIB
    #[value(alias = "vmt-lib")]
    Vmt,
    /// Programs
    Pi,
}

impl FileFormat {
    /// Which reader reads it.
    pub fn kind(self) -> InputKind {
        match self {
            FileFormat::Aiger => InputKind::Circuit,
            FileFormat::Smtlib | FileFormat::Horn | FileFormat::Vmt => InputKind::Script,
            FileFormat::Pi => InputKind::Program,
        }
    }

    /// As it is typed.
    pub fn name(self) -> &'static str {
        match self {
            FileFormat::Aiger => "aiger",
            FileFormat::Smtlib => "smtlib",
            FileFormat::Horn => "horn",
            FileFormat::Vmt => "vmt",
            FileFormat::Pi => "pi",
        }
    }
}
