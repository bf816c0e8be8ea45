//! What to try after `solve`.

use std::collections::BTreeSet;

use buttress_session::larger::longer;
use buttress_session::shell::quoted;
use buttress_session::{UnknownKind, formulas};

use super::larger::larger;
use super::step::NextStep;
use super::typed::TypedCommand;
use crate::args::SolveArgs;

/// What to try about a script of which these checks have no answer.
pub fn of_script(
    file: &str,
    unknown: &[formulas::Unknown],
    arguments: &SolveArgs,
    typed: &TypedCommand,
) -> Vec<NextStep> {
    let met: BTreeSet<UnknownKind> = unknown.iter().map(|unknown| unknown.kind).collect();
    let is_met = |kind: UnknownKind| met.contains(&kind);
    let mut steps = Vec::new();
    // What an objective says is not explained, so that there a part outside has no place.
    let explains = unknown.iter().any(|unknown| unknown.out_of_fragment.is_some());
    if explains || is_met(UnknownKind::Quantifier) {
        let command = format!("buttress explain {}", quoted(file));
        let why = match explains {
            true => "which parts are outside of what is decided, and why",
            false => "where each quantifier is instantiated",
        };
        steps.push(NextStep::command(command, why));
    }
    match arguments.check_timeout {
        // The time of a check ends before that of the file, or with it.
        Some(time) if is_met(UnknownKind::Time) && typed.timeout.is_none_or(|all| time < all) => {
            let command = typed.with("check-timeout", longer(time));
            // The whole must not end sooner.
            let command = match typed.timeout {
                Some(all) => command.with("timeout", longer(all)),
                None => command,
            };
            steps.push(NextStep::command(command.about(file), "more time for each check"));
        }
        _ => steps.extend(larger(&met, typed, |typed| typed.about(file))),
    }
    if is_met(UnknownKind::Time) && arguments.check_timeout.is_none() && typed.timeout.is_none() {
        steps.push(NextStep::change("raise (set-option :timeout …) in the script"));
    }
    if is_met(UnknownKind::Effort) {
        let change = "raise (set-option :reproducible-resource-limit …) in the script";
        steps.push(NextStep::change(change));
    }
    if is_met(UnknownKind::Nonlinear) {
        let change = "give one factor of the product a value, or a few cases: the rest is linear";
        steps.push(NextStep::change(change));
    }
    if is_met(UnknownKind::Script) {
        steps.push(NextStep::change("ask the check in a script of its own, without what failed"));
    }
    // Whoever stops a run knows why.
    let mut others = unknown.iter().filter(|unknown| unknown.kind != UnknownKind::Interrupt);
    if let (true, Some(first)) = (steps.is_empty(), others.next()) {
        steps.push(NextStep::page(first.code()));
    }
    steps
}
