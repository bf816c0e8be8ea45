//! What the text of a script says: its commands, its names, what is wrong with it, and what it asks.

use std::sync::Arc;

use buttress_formats::smtlib::{Command, Error, Reader, Script};
use buttress_logic::Terms;
use buttress_pi::Span;
use buttress_session::numbers::{self, InputError};

use super::names::names;
use super::nodes::{Node, nodes};
use crate::names::NameTable;

/// What the text of a script says.
pub(crate) struct ScriptAnalysis {
    /// The text.
    pub(crate) text: Arc<str>,
    /// What is wrong, in the order of the text.
    pub(crate) errors: Vec<Error>,
    /// Its checks, in order.
    pub(crate) checks: Vec<Span>,
    /// The properties, with where they are asked, if it is a system over numbers.
    pub(crate) system: Option<Vec<(String, Span)>>,
    /// All names.
    pub(crate) names: NameTable,
}

impl ScriptAnalysis {
    /// Reads a text. Nothing is decided.
    pub(crate) fn new(text: Arc<str>) -> ScriptAnalysis {
        let mut reader = Reader::of(text.as_bytes());
        let (mut script, mut terms) = (Script::new(), Terms::new());
        let (mut errors, mut checks) = (Vec::new(), Vec::new());
        while let Some(next) = reader.next_command() {
            let read = next.and_then(|source| {
                let span = Span::new(source.offset(), source.offset() + source.text().len());
                Ok((span, script.command(&mut terms, &source)?))
            });
            match read {
                Ok((span, Command::CheckSat | Command::CheckSatAssuming(_))) => checks.push(span),
                Ok((_, Command::Exit)) => break,
                Ok(_) => {}
                Err(error) => errors.push(error),
            }
        }
        let commands = nodes(&text);
        let mut system = None;
        if errors.is_empty() && numbers::is_input(text.as_bytes()) {
            match numbers::info(text.as_bytes()) {
                Ok(info) => system = Some(properties(&text, &commands, &checks, info.properties)),
                // Horn clauses after all, and wrong ones.
                Err(InputError::Script(error)) => errors.push(error),
                Err(_) => {}
            }
        }
        let names = names(&text, &commands);
        ScriptAnalysis { text, errors, checks, system, names }
    }
}

/// The properties of a system, with where they are asked: at the check, or where VMT-LIB declares them.
fn properties(
    text: &str,
    commands: &[Node],
    checks: &[Span],
    properties: Vec<String>,
) -> Vec<(String, Span)> {
    let declared = commands.iter().map(Node::span);
    let mut declared = declared.filter(|span| span.of(text).contains(":invar-property"));
    let first = checks.first().copied();
    let last = commands.last().map(Node::span);
    let place = |name: String| {
        let span = declared.next().or(first).or(last).unwrap_or_default();
        (name, span)
    };
    properties.into_iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_and_systems_are_told_apart() {
        let script =
            ScriptAnalysis::new("(check-sat)\n(assert x)\n(check-sat)(exit)(check-sat)".into());
        assert_eq!((script.checks.len(), script.errors.len()), (2, 1));
        assert!(script.system.is_none());
        let horn = "(set-logic HORN)(declare-fun p (Int) Bool)(assert (forall ((x Int)) (=> (= x 0) (p x))))(assert (forall ((x Int)) (=> (p x) (< x 1))))(check-sat)";
        let system = ScriptAnalysis::new(horn.into()).system.expect("a system");
        assert_eq!(system.len(), 1);
        assert_eq!(system[0].1.of(horn), "(check-sat)");
        let wrong = horn.replace("(p x))))", "(+ x 1))))");
        assert_eq!(ScriptAnalysis::new(wrong.as_str().into()).errors.len(), 1);
    }
}
