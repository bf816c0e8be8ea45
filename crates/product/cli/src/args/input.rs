//! What a file is taken for.

use clap::Args;

use crate::input::FileFormat;

/// The reader that is insisted on.
#[derive(Args, Debug)]
pub struct AsArgs {
    /// Take the file for this, whatever it looks like
    #[arg(id = "as", long = "as", value_name = "FORMAT")]
    pub format: Option<FileFormat>,
}
