//! What is asked about: a file, or a text with a name.

use std::path::{Path, PathBuf};

use super::error::Error;
use crate::files;
use crate::input::{self, FileFormat, Verb};

/// What is asked about: a file, or bytes with a name. What it holds is told by its contents, as on the command
/// line, and it may be compressed with gzip.
#[derive(Clone, Debug)]
pub struct Input {
    path: PathBuf,
    /// None if they are in the file.
    bytes: Option<Vec<u8>>,
    format: Option<FileFormat>,
}

impl Input {
    /// A file, which is read when it is needed.
    pub fn file(path: impl Into<PathBuf>) -> Input {
        Input { path: path.into(), bytes: None, format: None }
    }

    /// Bytes, and the name by which reports call them. The end of the name helps to tell what they are.
    pub fn bytes(name: impl Into<PathBuf>, bytes: impl Into<Vec<u8>>) -> Input {
        Input { path: name.into(), bytes: Some(bytes.into()), format: None }
    }

    /// The same, taken for this format whatever it looks like.
    #[must_use]
    pub fn taken_for(self, format: FileFormat) -> Input {
        Input { format: Some(format), ..self }
    }

    pub(super) fn format(&self) -> Option<FileFormat> {
        self.format
    }

    /// The name by which reports call it.
    pub(super) fn name(&self) -> String {
        match self.bytes {
            Some(_) => self.path.display().to_string(),
            None => files::shown(&self.path),
        }
    }

    /// What it holds, for somebody who wants to do this with it.
    pub(super) fn read(self, verb: Verb) -> Result<input::Input, Error> {
        let name = self.name();
        let read = match self.bytes {
            Some(bytes) => input::Input::of(&self.path, bytes, self.format, verb),
            None => input::Input::read(&self.path, self.format, verb),
        };
        read.map_err(|refusal| Error::of(&name, &refusal))
    }

    /// The bytes as they are, whatever they are.
    pub(super) fn load(self) -> Result<Vec<u8>, String> {
        match self.bytes {
            Some(bytes) => Ok(bytes),
            None => files::load(&self.path),
        }
    }
}

impl From<&Path> for Input {
    fn from(path: &Path) -> Input {
        Input::file(path)
    }
}

impl From<PathBuf> for Input {
    fn from(path: PathBuf) -> Input {
        Input::file(path)
    }
}
