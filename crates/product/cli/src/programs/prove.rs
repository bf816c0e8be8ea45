//! Runs the session on a program, as the arguments say.

use buttress_session::programs;

use super::chosen::chosen;
use crate::args::ProveArgs;
use crate::interrupt::Interrupt;
use crate::refusal::Refusal;
use crate::select::no_properties;
use crate::{cache, watchdog};

/// Runs the session on a program.
pub fn prove(
    name: &str,
    bytes: &[u8],
    arguments: &ProveArgs,
    interrupt: &Interrupt,
    observer: &dyn programs::Observer,
) -> Result<programs::Report, Refusal> {
    no_properties(name, &arguments.property)?;
    let settings = settings(name, bytes, arguments, interrupt)?;
    let proved = programs::prove(bytes, &settings, observer);
    proved.map_err(|problems| Refusal::Program(bytes.to_vec(), problems))
}

fn settings(
    name: &str,
    bytes: &[u8],
    arguments: &ProveArgs,
    interrupt: &Interrupt,
) -> Result<programs::Settings, Refusal> {
    let programs = &arguments.programs;
    Ok(programs::Settings {
        functions: chosen(name, bytes, &programs.function)?,
        inference: programs.infer.inference(),
        termination: match (programs.termination, programs.no_termination) {
            (true, _) => programs::Termination::Demanded,
            (_, true) => programs::Termination::Ignored,
            _ => programs::Termination::Offered,
        },
        runtime: !programs.no_runtime,
        seed: arguments.seed,
        threads: arguments.thread_count(),
        limits: watchdog::limits(interrupt),
        condition_timeout: programs.condition_timeout,
        effort: programs.budget,
        check: !arguments.no_check,
        cache: cache::of_prove(arguments),
        ..programs::Settings::default()
    })
}
