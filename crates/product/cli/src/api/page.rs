//! Documents as pages.

use super::error::Error;

/// A document of `to_json`, or what the program prints with `--json`, as one page of HTML that needs nothing else
/// (`docs/report.md`). Whoever wrote it, its texts stay texts.
///
/// ```
/// # use buttress::{Input, Settings, page, prove};
/// let design = Input::bytes("low.aag", "aag 1 0 1 0 0 1\n2 2\n2\n");
/// let report = prove(design, &Settings::new())?;
/// assert_eq!(page(&report.to_json())?, report.to_html());
/// assert!(page("{}").is_err());
/// # Ok::<(), buttress::Error>(())
/// ```
pub fn page(document: &str) -> Result<String, Error> {
    let document = buttress_report::read(document.as_bytes());
    let document = document.map_err(|error| Error::plain(format!("the document: {error}")))?;
    Ok(buttress_report::page(&document))
}
