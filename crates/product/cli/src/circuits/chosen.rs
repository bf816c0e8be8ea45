//! The properties of a circuit that somebody has named.

use buttress_formats::aiger;

use crate::refusal::Refusal;
use crate::select;

/// The positions of the properties that were named; none if none was, which means all.
pub fn chosen(name: &str, bytes: &[u8], wanted: &[String]) -> Result<Option<Vec<usize>>, Refusal> {
    if wanted.is_empty() {
        return Ok(None);
    }
    let model = aiger::read(bytes).map_err(|problems| Refusal::Broken(bytes.to_vec(), problems))?;
    let chosen = select::properties(&model, wanted);
    chosen.map(Some).map_err(|problem| Refusal::Plain(format!("{name}: {problem}")))
}
