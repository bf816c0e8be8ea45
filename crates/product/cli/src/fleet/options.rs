//! What the arguments of `prove` mean to a worker.

use std::time::Duration;

use buttress_dispatch::{Design, DesignKind, Options};

use crate::args::{Infer, ProveArgs};
use crate::select;

/// The choices that travel with jobs. An error is one line for the user: an option that does not travel is not left out in silence.
pub fn options(arguments: &ProveArgs, timeout: Option<Duration>) -> Result<Options, String> {
    let numbers = &arguments.numbers;
    let stays = [
        (arguments.no_check, "--no-check"),
        (arguments.show_invariants, "--show-invariants"),
        (numbers.template.is_some(), "--template"),
        (numbers.samples.is_some(), "--samples"),
        (numbers.multipliers.is_some(), "--multipliers"),
        (arguments.programs.explain, "--explain"),
        (arguments.programs.cache.is_some(), "--cache"),
        (arguments.programs.budget.is_some(), "--budget"),
        (arguments.programs.condition_timeout.is_some(), "--condition-timeout"),
        (arguments.evidence.witness_circuit.is_some(), "--witness-circuit"),
        (arguments.evidence.invariant.is_some(), "--invariant"),
        (arguments.evidence.trace.is_some(), "--trace"),
        (arguments.evidence.vcd.is_some(), "--vcd"),
    ];
    if let Some((_, option)) = stays.into_iter().find(|(is_given, _)| *is_given) {
        return Err(format!("{option} does not go with --exchange"));
    }
    let infer = match arguments.programs.infer {
        Infer::All => None,
        Infer::Numeric => Some("numeric".to_owned()),
        Infer::None => Some("none".to_owned()),
        Infer::Contracts | Infer::Show | Infer::Write => {
            return Err("with --exchange, --infer is all, numeric or none".to_owned());
        }
    };
    let engine = Some(arguments.engine.name.to_owned()).filter(|name| name != "portfolio");
    Ok(Options {
        engine,
        seed: arguments.seed,
        timeout: timeout.map(|timeout| timeout.as_secs_f64()),
        bound: arguments.bound,
        no_reduce: arguments.no_reduce,
        no_minimise: arguments.no_minimise,
        infer,
        termination: match (arguments.programs.termination, arguments.programs.no_termination) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        },
        no_runtime: arguments.programs.no_runtime,
        ..Options::default()
    })
}

/// The labels of the units that were chosen. An error is one line for the user.
pub fn labels(design: &Design, arguments: &ProveArgs) -> Result<Vec<String>, String> {
    let wanted = match design.kind {
        DesignKind::Program => &arguments.programs.function,
        _ => &arguments.property,
    };
    let all = || design.units.iter().map(|unit| unit.label.clone());
    if wanted.is_empty() {
        return Ok(all().collect());
    }
    let names = design.units.iter().map(|unit| unit.name.clone()).collect();
    let chosen = select::among(names, wanted)?;
    Ok(all().enumerate().filter(|(index, _)| chosen.contains(index)).map(|(_, it)| it).collect())
}
