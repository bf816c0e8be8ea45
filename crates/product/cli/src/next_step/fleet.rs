//! What to try after `prove --exchange`.

use std::collections::BTreeSet;

use buttress_dispatch::{DesignKind, Word};
use buttress_session::UnknownKind;

use super::larger::larger;
use super::prove::Asked;
use super::step::NextStep;
use super::typed::TypedCommand;
use crate::args::ProveArgs;
use crate::fleet::FleetVerdictEntry;

/// What to try about a file that a fleet has looked at; its exchange is named without a password.
pub fn of_fleet(
    (file, exchange): (&str, &str),
    kind: DesignKind,
    units: &[FleetVerdictEntry],
    arguments: &ProveArgs,
    typed: &TypedCommand,
) -> Vec<NextStep> {
    // How much memory there is, is each worker's own affair.
    let typed = &typed.with("exchange", exchange).under(typed.timeout, None);
    let here = typed.without("exchange");
    let mut steps = Vec::new();
    if let Some(unit) = units.iter().find(|unit| unit.word == Word::Open) {
        let command = here.with("function", &unit.name).about(file);
        steps.push(NextStep::command(command, "here, where the state that fails is drawn"));
    }
    let unknown: Vec<&FleetVerdictEntry> =
        units.iter().filter(|unit| unit.word == Word::Unknown).collect();
    let kinds = unknown.iter().filter_map(|unit| {
        let kind = UnknownKind::of_code(unit.code?)?;
        Some((unit.name.as_str(), kind))
    });
    let kinds: Vec<(&str, UnknownKind)> = kinds.collect();
    let first = kinds.first().map(|(_, kind)| *kind);
    steps.extend(match kind {
        DesignKind::Circuit | DesignKind::Numbers => {
            Asked { file, arguments, typed, unknown: kinds, has_several: units.len() > 1 }.steps()
        }
        DesignKind::Program | DesignKind::Script => {
            let met: BTreeSet<UnknownKind> = kinds.iter().map(|(_, kind)| *kind).collect();
            larger(&met, typed, |typed| typed.about(file))
        }
    });
    match (steps.is_empty() && !unknown.is_empty(), first) {
        (true, Some(kind)) => steps.push(NextStep::page(kind.code())),
        (true, None) => steps.push(NextStep::command(here.about(file), "here, without the fleet")),
        _ => {}
    }
    steps
}
