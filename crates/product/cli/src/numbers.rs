//! Systems over numbers: Horn clauses and VMT-LIB, in the forms of report that circuits have.

mod answer;
mod derivation;
mod document;
mod evidence;
mod human;
mod invariants;
mod terminates;
mod watch;

use std::path::Path;

use buttress_session::numbers;

use crate::args::{BoundsArgs, FileFormat, NumbersArgs, ProveArgs};
use crate::input::{Input, Verb, as_system};
use crate::interrupt::Interrupt;
use crate::prove::threads;
use crate::refusal::Refusal;
use crate::{net, select};

pub use self::answer::NumbersAnswer;
pub use self::document::{NumbersContentsEntry, NumbersEntry};
pub use self::evidence::write;
pub use self::human::report;
pub use self::invariants::{InvariantsDocument, run as invariants};
pub use self::terminates::{TerminatesDocument, run as terminates};
pub use self::watch::{NumbersProgress, NumbersStream};

/// Runs the session on a script, which must be a system over numbers.
pub fn prove(
    name: &str,
    text: &[u8],
    arguments: &ProveArgs,
    interrupt: &Interrupt,
    observer: &dyn numbers::Observer,
) -> Result<numbers::Report, Refusal> {
    let settings = settings(name, text, arguments, interrupt)?;
    let proved = numbers::prove(text, &settings, observer);
    proved.map_err(|error| refusal(name, text, error))
}

fn settings(
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
    let properties = match arguments.property.is_empty() {
        true => None,
        false => {
            let contents = numbers::info(text).map_err(|error| refusal(name, text, error))?;
            let chosen = select::among(contents.properties, &arguments.property);
            Some(chosen.map_err(|problem| Refusal::Plain(format!("{name}: {problem}")))?)
        }
    };
    Ok(numbers::Settings {
        engine,
        seed: arguments.seed,
        threads: threads(arguments),
        limits: net::limits(interrupt),
        properties,
        reduce: !arguments.no_reduce,
        minimise: !arguments.no_minimise,
        bound: arguments.bound,
        check: !arguments.no_check,
        ..choices(&arguments.numbers)
    })
}

/// The text of a file that must be a system over numbers.
fn load(path: &Path, insisted: Option<FileFormat>, verb: Verb) -> Result<Vec<u8>, Refusal> {
    let input = Input::read(path, insisted, verb)?;
    as_system(&input.name, input.text(), insisted)?;
    Ok(input.into_text())
}

/// The choices of a command that is not `prove`.
fn bounded(numbers: &NumbersArgs, bounds: &BoundsArgs, interrupt: &Interrupt) -> numbers::Settings {
    numbers::Settings {
        seed: bounds.seed,
        limits: net::limits(interrupt),
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

/// Why there is no report.
pub fn refusal(name: &str, text: &[u8], error: numbers::InputError) -> Refusal {
    match error {
        numbers::InputError::Damaged(diagnostic) => {
            Refusal::Broken(text.to_vec(), vec![diagnostic])
        }
        numbers::InputError::Script(error) => Refusal::Script(text.to_vec(), Box::new(error)),
        other => Refusal::Plain(format!("{name}: {other}")),
    }
}
