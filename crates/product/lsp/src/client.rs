//! What the client can do, as far as it matters. Nothing is required.

use lsp_types::{ClientCapabilities, InitializeParams, MarkupKind};

use crate::positions::Encoding;

/// What the client can do.
#[derive(Clone, Default, Debug)]
pub(crate) struct Client {
    /// In what columns are counted.
    pub(crate) encoding: Encoding,
    /// Does it draw Markdown?
    pub(crate) draws_markdown: bool,
    /// Does it show symbols inside of symbols?
    pub(crate) nests_symbols: bool,
    /// Does it know edits with the version that they are for?
    pub(crate) knows_versioned_edits: bool,
    /// Does it show places that belong to a diagnostic?
    pub(crate) shows_related: bool,
    /// Does it ask for lenses again when told?
    pub(crate) refreshes_lenses: bool,
    /// Does it ask for hints again when told?
    pub(crate) refreshes_hints: bool,
    /// The folder that is open, as a path that ends with `/`.
    pub(crate) folder: Option<String>,
}

impl Client {
    /// What it says of itself.
    pub(crate) fn new(params: &InitializeParams) -> Client {
        let ClientCapabilities { text_document, workspace, general, .. } = &params.capabilities;
        let (text, workspace) = (text_document.as_ref(), workspace.as_ref());
        let offered = general.as_ref().and_then(|general| general.position_encodings.as_deref());
        let formats = text.and_then(|text| text.hover.as_ref()?.content_format.as_ref());
        let symbols = text.and_then(|text| text.document_symbol.as_ref());
        let edits = workspace.and_then(|workspace| workspace.workspace_edit.as_ref());
        let published = text.and_then(|text| text.publish_diagnostics.as_ref());
        let lenses = workspace.and_then(|workspace| workspace.code_lens.as_ref());
        let hints = workspace.and_then(|workspace| workspace.inlay_hint.as_ref());
        #[allow(deprecated)]
        let root = params.root_uri.as_ref();
        let folders = params.workspace_folders.as_ref().and_then(|folders| folders.first());
        let folder =
            folders.map(|folder| &folder.uri).or(root).and_then(|uri| path_of(uri.as_str()));
        Client {
            encoding: Encoding::agreed(offered),
            draws_markdown: formats.is_some_and(|all| all.contains(&MarkupKind::Markdown)),
            nests_symbols: symbols
                .and_then(|symbols| symbols.hierarchical_document_symbol_support)
                .unwrap_or(false),
            knows_versioned_edits: edits.and_then(|edits| edits.document_changes).unwrap_or(false),
            // Those that do not say so ignore what they do not know.
            shows_related: published.and_then(|it| it.related_information).unwrap_or(true),
            refreshes_lenses: lenses.and_then(|it| it.refresh_support).unwrap_or(false),
            refreshes_hints: hints.and_then(|it| it.refresh_support).unwrap_or(false),
            folder: folder.map(|folder| format!("{}/", folder.trim_end_matches('/'))),
        }
    }

    /// The name of a file as it can be typed in the folder that is open.
    pub(crate) fn file_name(&self, uri: &str) -> String {
        let path = path_of(uri).unwrap_or_else(|| uri.to_owned());
        let inside = self.folder.as_ref().and_then(|folder| path.strip_prefix(folder.as_str()));
        inside.unwrap_or(&path).to_owned()
    }
}

/// The path that a `file:` address means.
fn path_of(uri: &str) -> Option<String> {
    let rest = uri.strip_prefix("file://")?;
    let mut bytes = Vec::new();
    let mut letters = rest.bytes();
    while let Some(byte) = letters.next() {
        let code = (byte == b'%').then(|| letters.clone().take(2).collect::<Vec<u8>>());
        let decoded =
            code.and_then(|code| u8::from_str_radix(str::from_utf8(&code).ok()?, 16).ok());
        if decoded.is_some() {
            letters.nth(1);
        }
        bytes.push(decoded.unwrap_or(byte));
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_become_paths() {
        assert_eq!(path_of("file:///a%20b/%E2%88%80.pi").as_deref(), Some("/a b/∀.pi"));
        assert_eq!(path_of("file:///100%").as_deref(), Some("/100%"));
        assert_eq!(path_of("untitled:new"), None);
        let client = Client { folder: Some("/project/".to_owned()), ..Client::default() };
        assert_eq!(client.file_name("file:///project/a/b.pi"), "a/b.pi");
        assert_eq!(client.file_name("file:///other/b.pi"), "/other/b.pi");
    }
}
