//! The tests of the SMT-LIB front end, one program.

mod bench_files;
mod deep;
mod evidence;
mod infinite;
mod malformed;
mod mutations;
mod pieces;
mod quantified;
mod stories;
mod tables;

use buttress_formats::smtlib::{Command, Error, Reader, Script};
use buttress_logic::{Term, Terms, print};

/// A script that was run to its end, past its errors.
pub struct Run {
    /// Its state at the end.
    pub script: Script,
    /// Its terms.
    pub terms: Terms,
    /// What became of each command.
    pub outcomes: Vec<Result<Command, Error>>,
}

/// Runs a whole text.
pub fn run(text: impl AsRef<[u8]>) -> Run {
    let mut reader = Reader::of(text.as_ref());
    let (mut script, mut terms) = (Script::new(), Terms::new());
    let mut outcomes = Vec::new();
    while let Some(next) = reader.next_command() {
        outcomes.push(next.and_then(|sexpr| script.command(&mut terms, &sexpr)));
    }
    Run { script, terms, outcomes }
}

impl Run {
    /// The errors, as they are shown.
    pub fn errors(&self) -> Vec<String> {
        self.outcomes
            .iter()
            .filter_map(|outcome| outcome.as_ref().err())
            .map(Error::to_string)
            .collect()
    }

    /// The active assertions.
    pub fn formulas(&self) -> Vec<Term> {
        self.script.assertions().iter().map(|assertion| assertion.formula).collect()
    }

    /// The active assertions, as they are printed.
    pub fn printed(&self) -> Vec<String> {
        self.formulas().into_iter().map(|formula| print(&self.terms, formula)).collect()
    }
}
