//! What `buttress info` prints: one document for each kind of file.

use schemars::JsonSchema;
use serde::Serialize;

use super::circuit::CircuitDocument;
use super::numbers::NumbersDocument;
use super::program::ProgramDocument;
use super::script::ScriptDocument;
use crate::input::Input;
use crate::{diagnostics, exit};

/// The contents of a file as JSON; the format says which.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum InfoDocument {
    /// Of a circuit.
    Circuit(CircuitDocument),
    /// Of a system over numbers.
    Numbers(NumbersDocument),
    /// Of a script.
    Script(ScriptDocument),
    /// Of a program.
    Program(ProgramDocument),
}

impl InfoDocument {
    /// The document for a person.
    pub fn shown(&self) -> String {
        match self {
            InfoDocument::Circuit(document) => document.shown(),
            InfoDocument::Numbers(document) => document.shown(),
            InfoDocument::Script(document) => document.shown(),
            InfoDocument::Program(document) => document.shown(),
        }
    }

    /// What is wrong with commands of a script, for a person.
    pub fn problems(&self, input: &Input) -> Vec<String> {
        let InfoDocument::Script(script) = self else { return Vec::new() };
        let wrong = script.wrong.iter();
        wrong.map(|error| diagnostics::in_script(&input.name, input.text(), error)).collect()
    }

    /// Wrong commands of a script make it bad input.
    pub fn exit_code(&self) -> u8 {
        match self {
            InfoDocument::Script(script) if !script.wrong.is_empty() => exit::USAGE,
            _ => 0,
        }
    }
}
