//! Larger limits.

use std::collections::BTreeSet;

use buttress_budget::Exhausted;
use buttress_session::UnknownKind;
use buttress_session::larger::{longer, more_memory};

use super::step::NextStep;
use super::typed::TypedCommand;

/// What a limit that was met leaves to try: about this file, or about all that was named.
pub fn of_limit(met: Exhausted, typed: &TypedCommand, file: Option<&str>) -> Vec<NextStep> {
    larger(&BTreeSet::from([met.into()]), typed, |typed| match file {
        Some(file) => typed.about(file),
        None => typed.as_named(),
    })
}

/// More time or more memory, if that is what was met and somebody had set the limit.
pub fn larger(
    met: &BTreeSet<UnknownKind>,
    typed: &TypedCommand,
    text: impl Fn(&TypedCommand) -> String,
) -> Vec<NextStep> {
    let mut steps = Vec::new();
    if let (true, Some(timeout)) = (met.contains(&UnknownKind::Time), typed.timeout) {
        steps.push(NextStep::command(text(&typed.with("timeout", longer(timeout))), "more time"));
    }
    if let (true, Some(memory)) = (met.contains(&UnknownKind::Memory), typed.memory) {
        let command = typed.with("memory", more_memory(memory));
        steps.push(NextStep::command(text(&command), "more memory"));
    }
    steps
}
