//! What a hover shows, and how it is drawn.

use buttress_pi::Span;
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};

use crate::client::Client;
use crate::document::Document;

/// What is shown about a place.
pub(crate) struct Shown {
    /// The stretch that it is about.
    pub(crate) span: Span,
    /// In order.
    pub(crate) blocks: Vec<Block>,
}

/// A block of a hover.
pub(crate) enum Block {
    /// Sentences.
    Text(String),
    /// Code or a drawing, letter by letter.
    Code(String),
}

/// The hover as the client draws it.
pub(crate) fn drawn(document: &Document, client: &Client, shown: &Shown) -> Hover {
    let blocks = shown.blocks.iter().map(|block| match (block, client.draws_markdown) {
        (Block::Text(text), true) => escaped(text),
        (Block::Code(code), true) => fenced(code),
        (Block::Text(text) | Block::Code(text), false) => text.clone(),
    });
    let value = blocks.collect::<Vec<_>>().join("\n\n");
    let kind = if client.draws_markdown { MarkupKind::Markdown } else { MarkupKind::PlainText };
    Hover {
        contents: HoverContents::Markup(MarkupContent { kind, value }),
        range: Some(document.range(shown.span)),
    }
}

/// Sentences that Markdown leaves as they are.
fn escaped(text: &str) -> String {
    let mut written = String::new();
    for letter in text.chars() {
        if "\\`*_{}[]()<>#+-!|&".contains(letter) {
            written.push('\\');
        }
        written.push(letter);
    }
    written
}

/// Code between fences that it does not have itself.
fn fenced(code: &str) -> String {
    let longest = code.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}\n{code}\n{fence}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_others_stay_text() {
        assert_eq!(escaped("a <b> [x](y)"), "a \\<b\\> \\[x\\]\\(y\\)");
        assert_eq!(fenced("a"), "```\na\n```");
        assert_eq!(fenced("````"), "`````\n````\n`````");
    }
}
