//! What the session is asked, by the arguments.

use buttress_session::numbers;

use super::chosen::chosen;
use crate::args::{BoundsArgs, NumbersArgs, ProveArgs};
use crate::interrupt::Interrupt;
use crate::refusal::Refusal;
use crate::select::no_functions;
use crate::watchdog;

/// The choices of `prove`.
pub fn settings(
    name: &str,
    text: &[u8],
    arguments: &ProveArgs,
    interrupt: &Interrupt,
) -> Result<numbers::Settings, Refusal> {
    let Some(engine) = arguments.engine.numbers else {
        let names = numbers::EngineKind::ALL.map(numbers::EngineKind::name).join(", ");
        let message = format!(
            "{name}: {} is an engine for circuits; for numbers there are {names}",
            arguments.engine.name
        );
        return Err(Refusal::Plain(message));
    };
    no_functions(name, &arguments.programs.function)?;
    Ok(numbers::Settings {
        engine,
        seed: arguments.seed,
        threads: arguments.thread_count(),
        limits: watchdog::limits(interrupt),
        properties: chosen(name, text, &arguments.property)?,
        reduce: !arguments.no_reduce,
        minimise: !arguments.no_minimise,
        bound: arguments.bound,
        check: !arguments.no_check,
        ..choices(&arguments.numbers)
    })
}

/// The choices of a command that is not `prove`.
pub fn bounded(
    numbers: &NumbersArgs,
    bounds: &BoundsArgs,
    interrupt: &Interrupt,
) -> numbers::Settings {
    numbers::Settings {
        seed: bounds.seed,
        limits: watchdog::limits(interrupt),
        check: !bounds.no_check,
        ..choices(numbers)
    }
}

/// How `affine` is to look for invariants.
fn choices(arguments: &NumbersArgs) -> numbers::Settings {
    let multipliers = arguments.multipliers.as_ref();
    numbers::Settings {
        template: arguments.template.clone().unwrap_or_default(),
        samples: arguments.samples,
        multipliers: multipliers.map_or_else(Vec::new, |multipliers| multipliers.0.clone()),
        ..numbers::Settings::default()
    }
}
