//! Runs the session on a program, as the arguments say.

use buttress_session::programs;

use crate::args::ProveArgs;
use crate::interrupt::Interrupt;
use crate::nearest::nearest;
use crate::refusal::Refusal;
use crate::watchdog;

/// Runs the session on a program.
pub fn prove(
    name: &str,
    bytes: &[u8],
    arguments: &ProveArgs,
    interrupt: &Interrupt,
    observer: &dyn programs::Observer,
) -> Result<programs::Report, Refusal> {
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
    let functions = match programs.function.is_empty() {
        true => None,
        false => Some(chosen(name, bytes, &programs.function)?),
    };
    Ok(programs::Settings {
        functions,
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
        cache: programs.cache.clone(),
        ..programs::Settings::default()
    })
}

/// The functions that were named, if the program has them all.
fn chosen(name: &str, bytes: &[u8], wanted: &[String]) -> Result<Vec<String>, Refusal> {
    let refuse = |problems| Refusal::Program(bytes.to_vec(), problems);
    let text = programs::program_text(bytes).map_err(|problem| refuse(vec![problem]))?;
    let reading = buttress_pi::read(text);
    let Some(program) = reading.program else { return Err(refuse(reading.diagnostics)) };
    for word in wanted {
        if program.function_named(word).is_some() {
            continue;
        }
        let names = program.functions.iter().map(|function| function.name.text.clone());
        let names: Vec<String> = names.collect();
        let listed = names.join(", ");
        let message = match nearest(word, names) {
            Some(near) => format!("{name}: there is no function {word}; did you mean {near}?"),
            None => format!("{name}: there is no function {word}; there are {listed}"),
        };
        return Err(Refusal::Plain(message));
    }
    Ok(wanted.to_vec())
}
