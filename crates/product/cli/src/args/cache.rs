//! The options of `cache`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// What `cache` is asked.
#[derive(Args, Debug)]
pub struct CacheArgs {
    /// What to do with it
    pub action: CacheAction,
    /// The cache in this folder, not that of the user
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// What can be done with the cache.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum CacheAction {
    /// Print its folder
    Path,
    /// Print how many entries it has, and how large it is
    Size,
    /// Remove all of its entries
    Clean,
}
