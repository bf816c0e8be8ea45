//! What to try after `terminates` and `invariants`.

use std::collections::BTreeSet;

use buttress_session::shell::quoted;
use buttress_session::{NoAnswer, UnknownKind, numbers};

use super::larger::larger;
use super::step::NextStep;
use super::typed::TypedCommand;
use crate::args::NumbersArgs;

/// What to try if it is not known whether a system ends.
pub fn of_termination(
    file: &str,
    report: &numbers::TerminationReport,
    arguments: &NumbersArgs,
    typed: &TypedCommand,
) -> Vec<NextStep> {
    let numbers::TerminationStatus::Unknown(reason) = &report.status else { return Vec::new() };
    let mut steps = further(file, reason, arguments, typed);
    if reason.kind == UnknownKind::Unranked {
        let command = format!("buttress invariants {}", quoted(operand(file)));
        steps.push(NextStep::command(command, "what can be said of the states that loops come to"));
    }
    or_page(steps, reason)
}

/// What to try if no invariants were found, or none that suffice.
pub fn of_invariants(
    file: &str,
    report: &numbers::InvariantsReport,
    arguments: &NumbersArgs,
    typed: &TypedCommand,
) -> Vec<NextStep> {
    let has_property = report.contents.queries > 0;
    if report.suffices == Some(true) || (!has_property && !report.invariants.is_empty()) {
        return Vec::new();
    }
    let gave_up = NoAnswer::new(UnknownKind::GaveUp, String::new());
    let reason = report.reason.as_ref().unwrap_or(&gave_up);
    let mut steps = further(file, reason, arguments, typed);
    if has_property {
        let command = format!("buttress prove {}", quoted(operand(file)));
        steps.push(NextStep::command(command, "all engines, for the property alone"));
    }
    or_page(steps, reason)
}

/// Larger limits, and templates of a higher degree.
fn further(
    file: &str,
    reason: &NoAnswer,
    arguments: &NumbersArgs,
    typed: &TypedCommand,
) -> Vec<NextStep> {
    let mut steps = larger(&BTreeSet::from([reason.kind]), typed, |typed| typed.about(file));
    let is_stuck = match reason.kind {
        UnknownKind::GaveUp | UnknownKind::Unranked => true,
        UnknownKind::Time => typed.has_time(),
        _ => false,
    };
    if is_stuck && arguments.template.is_none() {
        let command = typed.with("template", "quadratic").about(file);
        steps.push(NextStep::command(command, "also invariants of degree two"));
    }
    steps
}

fn or_page(steps: Vec<NextStep>, reason: &NoAnswer) -> Vec<NextStep> {
    match steps.is_empty() && reason.kind != UnknownKind::Interrupt {
        true => vec![NextStep::page(reason.kind.code())],
        false => steps,
    }
}

/// The file as it is named on a command line.
fn operand(file: &str) -> &str {
    if file == "<stdin>" { "-" } else { file }
}
