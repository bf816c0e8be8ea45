//! Runs the session on a system over numbers, as the arguments say.

use buttress_session::numbers;

use super::load::refusal;
use super::settings::settings;
use crate::args::ProveArgs;
use crate::interrupt::Interrupt;
use crate::refusal::Refusal;

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
