//! What evidence says that it is about.

use buttress_formats::smtlib::{Reading, Script};

use super::rejection::SmtRejection;

/// Is evidence about this check of this reading of the script, as its first line says?
pub fn is_about(
    script: &Script,
    check: usize,
    found: Option<(usize, Reading)>,
) -> Result<(), SmtRejection> {
    match found {
        None => Err(SmtRejection::NotEvidence),
        Some((found, _)) if found != check => Err(SmtRejection::OtherCheck { check, found }),
        Some((_, found)) if found != script.reading() => {
            Err(SmtRejection::OtherReading { wanted: script.reading(), found })
        }
        Some(_) => Ok(()),
    }
}
