//! The page that `--html` asks for: what is told as JSON, as HTML.

use std::path::Path;

use serde_json::Value;

use crate::target;

/// Writes the page of a document. The error is one line for the user.
pub fn write(path: &Path, document: &Value) -> Result<(), String> {
    target::store(path, buttress_report::page(document).as_bytes())
}

/// Can the page be written, and does it replace none of the inputs? The error is one line for the user.
pub fn ready(path: &Path, inputs: &[&Path]) -> Result<(), String> {
    let inputs: Vec<_> = inputs.iter().map(|input| input.to_path_buf()).collect();
    target::ready(&[path.to_path_buf()], &inputs)
}

/// The note that tells where a page is.
pub fn note(path: &Path) -> String {
    format!("page in {}", target::shown(path))
}
