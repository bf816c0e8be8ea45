//! Scripts, read.

use buttress_formats::smtlib::{Reader, Script};
use buttress_logic::{Term, Terms};

/// The script with all its commands applied, and its assertions.
pub fn read(text: &str) -> (Terms, Script, Vec<Term>) {
    let mut terms = Terms::new();
    let mut script = Script::new();
    let mut reader = Reader::of(text.as_bytes());
    while let Some(command) = reader.next_command() {
        let command = command.unwrap_or_else(|error| panic!("{error}\n{text}"));
        script.command(&mut terms, &command).unwrap_or_else(|error| panic!("{error}\n{text}"));
    }
    let assertions = script.assertions().iter().map(|assertion| assertion.formula).collect();
    (terms, script, assertions)
}
