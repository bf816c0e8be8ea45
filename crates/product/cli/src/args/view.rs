//! The options of `view`.

use std::path::PathBuf;

use clap::Args;

/// What `view` is asked.
#[derive(Args, Debug)]
pub struct ViewArgs {
    /// A report as JSON, a certificate, a proof, a model, a bundle, or an input of any kind
    pub file: PathBuf,
    /// Write the page to this file, and open nothing
    #[arg(short, long, value_name = "PAGE")]
    pub output: Option<PathBuf>,
}
