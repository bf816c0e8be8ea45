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
    (arguments, with_pictures): (&ProveArgs, bool),
    interrupt: &Interrupt,
    observer: &dyn numbers::Observer,
) -> Result<numbers::Report, Refusal> {
    let mut settings = settings(name, text, arguments, interrupt)?;
    settings.scenes = with_pictures;
    let proved = numbers::prove(text, &settings, observer);
    proved.map_err(|error| refusal(name, text, error))
}
