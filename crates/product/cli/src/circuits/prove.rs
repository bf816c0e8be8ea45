//! Runs the session on a circuit, as the arguments say.

use buttress_session::hardware;

use super::chosen::chosen;
use crate::args::ProveArgs;
use crate::interrupt::Interrupt;
use crate::refusal::Refusal;
use crate::select::no_functions;
use crate::watchdog;

/// Runs the session on a circuit.
pub fn prove(
    name: &str,
    bytes: Vec<u8>,
    arguments: &ProveArgs,
    interrupt: &Interrupt,
    observer: &dyn hardware::Observer,
) -> Result<hardware::Report, Refusal> {
    no_functions(name, &arguments.programs.function)?;
    let mut settings = settings(name, arguments, interrupt)?;
    if arguments.hwmcc {
        settings.properties = Some(vec![0]);
    } else {
        settings.properties = chosen(name, &bytes, &arguments.property)?;
    }
    let proved = hardware::prove(&bytes, &settings, observer);
    proved.map_err(|problems| Refusal::Broken(bytes, problems))
}

fn settings(
    name: &str,
    arguments: &ProveArgs,
    interrupt: &Interrupt,
) -> Result<hardware::Settings, Refusal> {
    let Some(engine) = arguments.engine.circuits else {
        let names = hardware::EngineKind::ALL.map(hardware::EngineKind::name).join(", ");
        let engine = arguments.engine.name;
        let message =
            format!("{name}: {engine} is an engine for numbers; for circuits there are {names}");
        return Err(Refusal::Plain(message));
    };
    Ok(hardware::Settings {
        engine,
        seed: arguments.seed,
        threads: arguments.thread_count(),
        limits: watchdog::limits(interrupt),
        properties: None,
        reduce: !arguments.no_reduce,
        bound: arguments.bound,
        minimise: !arguments.no_minimise,
        check: !arguments.no_check,
        ..hardware::Settings::default()
    })
}
