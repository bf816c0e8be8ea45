//! From names to where they are declared and used, and to other names.

use buttress_session::programs::{Change, changed};
use lsp_types::{DocumentHighlight, Location, PrepareRenameResponse, WorkspaceEdit};

use crate::client::Client;
use crate::document::{Analysis, Document, Language};
use crate::edit::workspace_edit;
use crate::names::{NameTable, Occurrence};
use crate::outbox::Refusal;
use crate::program::ProgramAnalysis;
use crate::script::ScriptAnalysis;

/// The names of a text.
pub(crate) fn names(analysis: &Analysis) -> Option<&NameTable> {
    match analysis {
        Analysis::Program(analysis) => Some(&analysis.names),
        Analysis::Script(analysis) => Some(&analysis.names),
        Analysis::TooLarge => None,
    }
}

/// Where the name at a place is declared.
pub(crate) fn definition(document: &Document, names: &NameTable, place: u32) -> Vec<Location> {
    let Some(here) = names.at(place) else { return Vec::new() };
    let declared = names.all(here.symbol).into_iter().map(|it| names.symbols[it.symbol].span);
    let mut spans: Vec<_> = declared.collect();
    spans.sort();
    spans.dedup();
    spans.into_iter().map(|span| location(document, span)).collect()
}

/// Where the name at a place is used.
pub(crate) fn references(
    document: &Document,
    names: &NameTable,
    place: u32,
    with_declaration: bool,
) -> Vec<Location> {
    let Some(here) = names.at(place) else { return Vec::new() };
    let is_wanted = |it: &Occurrence| with_declaration || names.symbols[it.symbol].span != it.span;
    let all = names.all(here.symbol).into_iter().filter(is_wanted);
    all.map(|it| location(document, it.span)).collect()
}

/// The same places, for drawing.
pub(crate) fn highlights(
    document: &Document,
    names: &NameTable,
    place: u32,
) -> Vec<DocumentHighlight> {
    let Some(here) = names.at(place) else { return Vec::new() };
    let all = names.all(here.symbol).into_iter();
    all.map(|it| DocumentHighlight { range: document.range(it.span), kind: None }).collect()
}

/// What would be renamed.
pub(crate) fn prepare_rename(
    document: &Document,
    names: &NameTable,
    place: u32,
) -> Option<PrepareRenameResponse> {
    let here = names.at(place)?;
    let placeholder = here.span.of(&document.text).to_owned();
    let range = document.range(here.span);
    Some(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder })
}

/// Gives the name at a place another name, unless that would change what anything means.
pub(crate) fn rename(
    document: &Document,
    client: &Client,
    names: &NameTable,
    place: u32,
    name: &str,
) -> Result<WorkspaceEdit, Refusal> {
    let here = names.at(place).ok_or_else(|| Refusal::failed("there is no name here"))?;
    let all = names.all(here.symbol);
    let changes: Vec<Change> =
        all.iter().map(|it| Change { span: it.span, text: name.to_owned() }).collect();
    let renamed = changed(&document.text, changes.clone());
    let after = match document.language {
        Language::Program => {
            let before = ProgramAnalysis::new(document.text.clone());
            let after = ProgramAnalysis::new(renamed.into());
            if after.diagnostics.len() > before.diagnostics.len() {
                let message = after.diagnostics.first().map_or("", |it| it.message.as_str());
                return Err(Refusal::failed(format!("`{name}` cannot be used: {message}")));
            }
            after.names
        }
        Language::Script => {
            let before = ScriptAnalysis::new(document.text.clone());
            let after = ScriptAnalysis::new(renamed.into());
            if after.errors.len() > before.errors.len() {
                let message = after.errors.first().map_or("", |it| it.message.as_str());
                return Err(Refusal::failed(format!("`{name}` cannot be used: {message}")));
            }
            after.names
        }
    };
    // Everything must still mean what it did.
    let meanings =
        |names: &NameTable| names.occurrences.iter().map(|it| it.symbol).collect::<Vec<_>>();
    if meanings(names) != meanings(&after) {
        return Err(Refusal::failed(format!(
            "`{name}` has a meaning already where it would be used"
        )));
    }
    Ok(workspace_edit(document, client, &changes))
}

fn location(document: &Document, span: buttress_pi::Span) -> Location {
    Location { uri: document.uri.clone(), range: document.range(span) }
}
