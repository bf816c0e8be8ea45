//! Larger limits.

use std::collections::BTreeSet;
use std::time::Duration;

use buttress_budget::Exhausted;
use buttress_session::UnknownKind;

use super::step::NextStep;
use super::typed::TypedCommand;
use crate::limits::{LEAST_LONGER_TIME, LONGER_TIME};

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
        let megabytes = memory.saturating_mul(2).div_ceil(1 << 20);
        let command = typed.with("memory", format!("{megabytes}M"));
        steps.push(NextStep::command(text(&command), "more memory"));
    }
    steps
}

/// A longer time, in seconds.
pub fn longer(time: Duration) -> f64 {
    time.saturating_mul(LONGER_TIME).max(LEAST_LONGER_TIME).as_secs_f64().ceil()
}
