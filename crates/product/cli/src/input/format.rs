//! The formats that are read.

use super::kind::InputKind;

/// The formats that are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum FileFormat {
    /// Circuits, ASCII or binary
    #[cfg_attr(feature = "cli", value(aliases = ["aag", "aig"]))]
    Aiger,
    /// Scripts
    #[cfg_attr(feature = "cli", value(aliases = ["smt2", "smt-lib"]))]
    Smtlib,
    /// Horn clauses in SMT-LIB
    #[cfg_attr(feature = "cli", value(alias = "chc"))]
    Horn,
    /// Transition systems in VMT-LIB
    #[cfg_attr(feature = "cli", value(alias = "vmt-lib"))]
    Vmt,
    /// Programs
    Pi,
}

impl FileFormat {
    /// Every format.
    pub const ALL: [FileFormat; 5] =
        [FileFormat::Aiger, FileFormat::Smtlib, FileFormat::Horn, FileFormat::Vmt, FileFormat::Pi];

    /// The name as it is typed and printed.
    pub fn name(self) -> &'static str {
        match self {
            FileFormat::Aiger => "aiger",
            FileFormat::Smtlib => "smtlib",
            FileFormat::Horn => "horn",
            FileFormat::Vmt => "vmt",
            FileFormat::Pi => "pi",
        }
    }

    /// Which reader reads it.
    pub(crate) fn kind(self) -> InputKind {
        match self {
            FileFormat::Aiger => InputKind::Circuit,
            FileFormat::Smtlib | FileFormat::Horn | FileFormat::Vmt => InputKind::Script,
            FileFormat::Pi => InputKind::Program,
        }
    }
}
