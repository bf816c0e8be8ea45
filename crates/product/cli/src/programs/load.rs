//! A file that must be a program.

use std::path::Path;

use buttress_session::programs;

use crate::args::FileFormat;
use crate::input::{Input, Verb};
use crate::refusal::Refusal;

/// The text of a file that must be a program.
pub fn load(path: &Path, insisted: Option<FileFormat>, verb: Verb) -> Result<String, Refusal> {
    let text = Input::read(path, insisted, verb)?.into_text();
    match programs::program_text(&text) {
        Ok(program) => Ok(program.to_owned()),
        Err(problem) => Err(Refusal::Program(text, vec![problem])),
    }
}
