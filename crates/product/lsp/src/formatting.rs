//! Laying out a program, as `buttress fmt` does.

use lsp_types::TextEdit;

use crate::document::{Document, Language};
use crate::edit::{difference, text_edit};
use crate::outbox::Refusal;

/// The edits that lay a text out. Scripts stay as they are.
pub(crate) fn format(document: &Document) -> Result<Vec<TextEdit>, Refusal> {
    if document.language == Language::Script {
        return Ok(Vec::new());
    }
    let written = buttress_pi::format(&document.text).map_err(|problems| {
        let first = problems.first().map_or("it cannot be read", |it| it.message.as_str());
        Refusal::failed(format!("the program is not laid out while it has errors: {first}"))
    })?;
    // Whoever has other ends of lines keeps them.
    let written = match document.text.contains("\r\n") {
        true => written.replace('\n', "\r\n"),
        false => written,
    };
    let change = difference(&document.text, &written);
    Ok(change.iter().map(|change| text_edit(document, change)).collect())
}
