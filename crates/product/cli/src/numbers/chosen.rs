//! The properties of a system over numbers that somebody has named.

use buttress_session::numbers;

use super::load::refusal;
use crate::refusal::Refusal;
use crate::select;

/// The positions of the properties that were named; none if none was, which means all.
pub fn chosen(name: &str, text: &[u8], wanted: &[String]) -> Result<Option<Vec<usize>>, Refusal> {
    if wanted.is_empty() {
        return Ok(None);
    }
    let contents = numbers::info(text).map_err(|error| refusal(name, text, error))?;
    let chosen = select::among(contents.properties, wanted);
    chosen.map(Some).map_err(|problem| Refusal::Plain(format!("{name}: {problem}")))
}
