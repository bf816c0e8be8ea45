//! A file that must be a system over numbers.

#[cfg(feature = "cli")]
use std::path::Path;

use buttress_session::numbers;

#[cfg(feature = "cli")]
use crate::input::{FileFormat, Input, Verb, as_system};
use crate::refusal::Refusal;

/// The text of a file that must be a system over numbers.
#[cfg(feature = "cli")]
pub fn load(path: &Path, insisted: Option<FileFormat>, verb: Verb) -> Result<Vec<u8>, Refusal> {
    let input = Input::read(path, insisted, verb)?;
    as_system(&input.name, input.text(), insisted)?;
    Ok(input.into_text())
}

/// Why there is no report.
pub fn refusal(name: &str, text: &[u8], error: numbers::InputError) -> Refusal {
    match error {
        numbers::InputError::Damaged(diagnostic) => {
            Refusal::Broken(text.to_vec(), vec![diagnostic])
        }
        numbers::InputError::Script(error) => Refusal::Script(text.to_vec(), Box::new(error)),
        other => Refusal::Plain(format!("{name}: {other}")),
    }
}
