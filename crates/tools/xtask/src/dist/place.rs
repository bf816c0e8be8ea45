//! Where a release is made: the repository, or a copy of it.

use std::path::PathBuf;

/// Where sources lie and which they are, where cargo builds them, and where the result goes.
pub struct Place {
    pub root: PathBuf,
    pub files: Vec<String>,
    pub target: PathBuf,
    pub shipped: PathBuf,
}
