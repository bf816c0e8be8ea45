//! The options of the language server.

use std::path::PathBuf;

use clap::Args;

use super::programs::Infer;

/// What `lsp` is asked.
#[derive(Args, Debug)]
pub struct LspArgs {
    /// Conditions decided at the same time [default: the cores, at most 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Keep evidence in this folder, and reuse what is there after checking it
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// Which loop facts to infer: all, numeric or none
    #[arg(long, value_name = "WHICH", default_value = "all")]
    pub infer: Infer,
    /// Prove when a text is opened or saved, and not while nobody types
    #[arg(long)]
    pub on_save: bool,
    /// Standard input and output, which are taken anyway
    #[arg(long, hide = true)]
    pub stdio: bool,
}
