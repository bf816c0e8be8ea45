//! The outline of a text, and the signs of its names.

use lsp_types::{
    CompletionItemKind, DocumentSymbol, DocumentSymbolResponse, Location, SymbolInformation,
    SymbolKind,
};

use crate::client::Client;
use crate::document::Document;
use crate::names::{NameKind, NameTable, Symbol};

/// The outline: functions with their labels, predicates, structs with their fields, globals.
pub(crate) fn outline(
    document: &Document,
    client: &Client,
    names: &NameTable,
) -> DocumentSymbolResponse {
    let numbered = || names.symbols.iter().enumerate().filter(|(_, symbol)| is_listed(symbol));
    if !client.nests_symbols {
        let flat = numbered().map(|(_, symbol)| information(document, names, symbol)).collect();
        return DocumentSymbolResponse::Flat(flat);
    }
    let is_inside = |number: usize| {
        let inside = numbered().filter(move |(_, symbol)| symbol.parent == Some(number));
        inside.map(|(_, symbol)| nested(document, symbol, None)).collect::<Vec<_>>()
    };
    let top = numbered().filter(|(_, symbol)| symbol.parent.is_none());
    let top = top.map(|(number, symbol)| nested(document, symbol, Some(is_inside(number))));
    DocumentSymbolResponse::Nested(top.collect())
}

fn is_listed(symbol: &Symbol) -> bool {
    !matches!(symbol.kind, NameKind::Variable | NameKind::Bound)
}

#[allow(deprecated)]
fn nested(
    document: &Document,
    symbol: &Symbol,
    children: Option<Vec<DocumentSymbol>>,
) -> DocumentSymbol {
    DocumentSymbol {
        name: symbol.name.clone(),
        detail: Some(symbol.detail.clone()),
        kind: symbol_kind(symbol.kind),
        tags: None,
        deprecated: None,
        range: document.range(symbol.whole.to(symbol.span)),
        selection_range: document.range(symbol.span),
        children: children.filter(|children| !children.is_empty()),
    }
}

#[allow(deprecated)]
fn information(document: &Document, names: &NameTable, symbol: &Symbol) -> SymbolInformation {
    let parent = symbol.parent.and_then(|parent| names.symbols.get(parent));
    SymbolInformation {
        name: symbol.name.clone(),
        kind: symbol_kind(symbol.kind),
        tags: None,
        deprecated: None,
        location: Location { uri: document.uri.clone(), range: document.range(symbol.whole) },
        container_name: parent.map(|parent| parent.name.clone()),
    }
}

fn symbol_kind(kind: NameKind) -> SymbolKind {
    match kind {
        NameKind::Function => SymbolKind::FUNCTION,
        NameKind::Predicate => SymbolKind::INTERFACE,
        NameKind::Type => SymbolKind::STRUCT,
        NameKind::Field => SymbolKind::FIELD,
        NameKind::Global | NameKind::Variable | NameKind::Bound => SymbolKind::VARIABLE,
        NameKind::Label => SymbolKind::KEY,
    }
}

/// The sign of a name in completions.
pub(crate) fn completion_kind(kind: NameKind) -> CompletionItemKind {
    match kind {
        NameKind::Function => CompletionItemKind::FUNCTION,
        NameKind::Predicate => CompletionItemKind::INTERFACE,
        NameKind::Type => CompletionItemKind::STRUCT,
        NameKind::Field => CompletionItemKind::FIELD,
        NameKind::Global | NameKind::Variable | NameKind::Bound => CompletionItemKind::VARIABLE,
        NameKind::Label => CompletionItemKind::REFERENCE,
    }
}
