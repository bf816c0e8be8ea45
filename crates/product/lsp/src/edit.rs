//! Changes of texts as the protocol wants them.

use buttress_pi::Span;
use buttress_session::programs::Change;
use lsp_types::{
    DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, TextEdit,
    WorkspaceEdit,
};

use crate::client::Client;
use crate::document::Document;

/// A change as an edit of a document.
pub(crate) fn text_edit(document: &Document, change: &Change) -> TextEdit {
    TextEdit { range: document.range(change.span), new_text: change.text.clone() }
}

/// Changes of one document, in the form that the client knows.
pub(crate) fn workspace_edit(
    document: &Document,
    client: &Client,
    changes: &[Change],
) -> WorkspaceEdit {
    let edits = changes.iter().map(|change| text_edit(document, change));
    if client.knows_versioned_edits {
        let text_document = OptionalVersionedTextDocumentIdentifier {
            uri: document.uri.clone(),
            version: Some(document.version),
        };
        let edits = edits.map(OneOf::Left).collect();
        let edit = TextDocumentEdit { text_document, edits };
        return WorkspaceEdit {
            document_changes: Some(DocumentChanges::Edits(vec![edit])),
            ..WorkspaceEdit::default()
        };
    }
    // The key is never changed while it is one: the type merely caches its own parts.
    #[allow(clippy::mutable_key_type)]
    let changes = [(document.uri.clone(), edits.collect())].into();
    WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
}

/// The change that makes one text of another, as small as whole lines allow. None if they are the same.
pub(crate) fn difference(old: &str, new: &str) -> Option<Change> {
    if old == new {
        return None;
    }
    let lines = |text: &str| text.split_inclusive('\n').map(str::len).collect::<Vec<_>>();
    let (old_lines, new_lines) = (lines(old), lines(new));
    let same_start: usize = old
        .split_inclusive('\n')
        .zip(new.split_inclusive('\n'))
        .take_while(|(left, right)| left == right)
        .map(|(line, _)| line.len())
        .sum();
    let mut same_end = 0;
    for (left, right) in old_lines.iter().rev().zip(new_lines.iter().rev()) {
        let is_inside = same_start + same_end + left.max(right) <= old.len().min(new.len());
        let tail =
            |text: &str, length: usize| text.len() - same_end - length..text.len() - same_end;
        if !is_inside || old[tail(old, *left)] != new[tail(new, *right)] {
            break;
        }
        same_end += left;
    }
    let span = Span::new(same_start, old.len() - same_end);
    Some(Change { span, text: new[same_start..new.len() - same_end].to_owned() })
}

#[cfg(test)]
mod tests {
    use buttress_session::programs::changed;

    use super::*;

    #[test]
    fn differences_are_small_and_right() {
        let texts = [
            "",
            "a\n",
            "a\nb\nc\n",
            "a\nx\nc\n",
            "a\nc\n",
            "a\nb\nb\nc\n",
            "c",
            "∀\nb\nc\n",
            "b\n∀",
        ];
        for old in texts {
            for new in texts {
                let written = match difference(old, new) {
                    Some(change) => changed(old, vec![change]),
                    None => old.to_owned(),
                };
                assert_eq!(written, new, "{old:?}");
            }
        }
        let change = difference("a\nb\nc\n", "a\nx\nc\n");
        assert_eq!(change, Some(Change { span: Span::new(2, 4), text: "x\n".to_owned() }));
    }
}
