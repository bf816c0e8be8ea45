//! A file that must be a program.

#[cfg(feature = "cli")]
use std::path::Path;

use buttress_pi::Program;
use buttress_session::programs;

use crate::input::Input;
#[cfg(feature = "cli")]
use crate::input::{FileFormat, Verb};
use crate::refusal::Refusal;

/// The text of a file that must be a program.
#[cfg(feature = "cli")]
pub fn load(path: &Path, insisted: Option<FileFormat>, verb: Verb) -> Result<String, Refusal> {
    text(Input::read(path, insisted, verb)?)
}

/// The text of an input that must be a program, and the program.
pub fn read(input: Input) -> Result<(String, Program), Refusal> {
    let text = text(input)?;
    let reading = buttress_pi::read(&text);
    match reading.program {
        Some(program) => Ok((text, program)),
        None => Err(Refusal::Program(text.into_bytes(), reading.diagnostics)),
    }
}

fn text(input: Input) -> Result<String, Refusal> {
    let text = input.into_text();
    match programs::program_text(&text) {
        Ok(program) => Ok(program.to_owned()),
        Err(problem) => Err(Refusal::Program(text, vec![problem])),
    }
}
