//! The files and the folder that `prove` is to write: tested before the work starts.

use std::path::PathBuf;

use crate::args::{Infer, ProveArgs};
use crate::{cache, target};

/// Can everything be written that is to be written? The error is one line for the user.
pub fn ready(
    arguments: &ProveArgs,
    paths: &[Result<PathBuf, (PathBuf, String)>],
) -> Result<(), String> {
    if paths.len() > 1 && arguments.evidence.is_some() {
        return Err("evidence can be written for one file at a time".to_owned());
    }
    let inputs: Vec<PathBuf> = paths.iter().filter_map(|path| path.clone().ok()).collect();
    target::ready(arguments.evidence.targets().chain(&arguments.programs.sarif), &inputs)?;
    cache::ready(arguments)?;
    if arguments.programs.infer == Infer::Write {
        let programs = inputs.iter().filter(|path| path.exists() && target::is_file(path));
        programs.map(|path| target::writable(path)).collect::<Result<Vec<()>, String>>()?;
    }
    Ok(())
}
