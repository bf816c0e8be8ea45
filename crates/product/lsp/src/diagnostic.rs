//! Messages as the protocol wants them.

use buttress_pi::{Severity, Span};
use buttress_session::programs::Message;
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString,
};

use crate::client::Client;
use crate::document::Document;

/// What all our diagnostics are from.
const SOURCE: &str = "buttress";

/// A message as a diagnostic: the title, the first line of each note, and what helps. Drawings are for hovers.
pub(crate) fn diagnostic(document: &Document, client: &Client, message: &Message) -> Diagnostic {
    let mut lines = vec![message.title.clone()];
    lines.extend(message.notes.iter().filter_map(|note| note.lines().next()).map(str::to_owned));
    lines.extend(message.help.iter().map(|help| format!("help: {help}")));
    let (span, _) = message.place.clone().unwrap_or_default();
    let others = message.others.iter().map(|(span, label)| {
        let label = if label.is_empty() { "on this path" } else { label };
        (*span, label.to_owned())
    });
    let is_coded = !message.code.is_empty();
    Diagnostic {
        range: document.range(span),
        severity: Some(severity(message.severity)),
        code: is_coded.then(|| NumberOrString::String(message.code.to_owned())),
        source: Some(SOURCE.to_owned()),
        message: lines.join("\n"),
        related_information: related(document, client, others),
        ..Diagnostic::default()
    }
}

/// Other places of a diagnostic, if the client shows them.
fn related(
    document: &Document,
    client: &Client,
    others: impl Iterator<Item = (Span, String)>,
) -> Option<Vec<DiagnosticRelatedInformation>> {
    let related = others.map(|(span, message)| {
        let location = Location { uri: document.uri.clone(), range: document.range(span) };
        DiagnosticRelatedInformation { location, message }
    });
    let related: Vec<_> = related.collect();
    (client.shows_related && !related.is_empty()).then_some(related)
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Note => DiagnosticSeverity::INFORMATION,
    }
}
