//! Runs the session on a circuit, as the arguments say.

use buttress_formats::aiger;
use buttress_session::hardware;

use crate::args::ProveArgs;
use crate::interrupt::Interrupt;
use crate::refusal::Refusal;
use crate::{select, watchdog};

/// Runs the session on a circuit.
pub fn prove(
    name: &str,
    bytes: Vec<u8>,
    arguments: &ProveArgs,
    interrupt: &Interrupt,
    observer: &dyn hardware::Observer,
) -> Result<hardware::Report, Refusal> {
    let mut settings = settings(name, arguments, interrupt)?;
    if arguments.hwmcc {
        settings.properties = Some(vec![0]);
    } else if !arguments.property.is_empty() {
        let model = match aiger::read(&bytes) {
            Ok(model) => model,
            Err(problems) => return Err(Refusal::Broken(bytes, problems)),
        };
        let chosen = select::properties(&model, &arguments.property);
        let refuse = |problem| Refusal::Plain(format!("{name}: {problem}"));
        settings.properties = Some(chosen.map_err(refuse)?);
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
