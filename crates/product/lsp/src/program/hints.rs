//! Hints inside of the text: facts that were inferred, at the annotations of their loops.

use std::collections::BTreeMap;

use buttress_pi::Span;
use buttress_session::programs::{Change, FactShown, fact_changes};
use lsp_types::{InlayHint, InlayHintLabel, InlayHintTooltip};

use super::analysis::ProgramAnalysis;
use super::found::{Found, found};
use crate::document::Document;
use crate::edit::text_edit;
use crate::names::touches;

/// The hints in a stretch of the text.
pub(crate) fn hints(
    document: &Document,
    analysis: &ProgramAnalysis,
    within: Span,
) -> Vec<InlayHint> {
    let mut hints = Vec::new();
    for found in found(document, analysis) {
        for (annotation, facts) in by_loop(&found) {
            let place = Span { start: annotation.end, end: annotation.end };
            if !touches(place, within) {
                continue;
            }
            let texts: Vec<&str> = facts.iter().map(|fact| fact.text.as_str()).collect();
            let edits = changes(&found, &facts);
            let edits = edits.iter().map(|change| text_edit(document, change)).collect();
            hints.push(InlayHint {
                position: document.position(annotation.end),
                label: InlayHintLabel::String(format!("&& {}", texts.join(" && "))),
                kind: None,
                text_edits: (!analysis.is_classic()).then_some(edits),
                tooltip: Some(InlayHintTooltip::String(format!(
                    "inferred at {}, and proved",
                    found.relocation.sentence(&facts[0].label)
                ))),
                padding_left: Some(true),
                padding_right: None,
                data: None,
            });
        }
    }
    hints
}

/// The facts of a function by its loops, with where the annotation is now.
pub(super) fn by_loop(found: &Found<'_>) -> Vec<(Span, Vec<FactShown>)> {
    let mut loops: BTreeMap<u32, (Option<Span>, Vec<FactShown>)> = BTreeMap::new();
    for fact in &found.report.facts {
        let (span, facts) = loops.entry(fact.head.0).or_default();
        *span = found.relocation.span(fact.span);
        facts.push(fact.clone());
    }
    loops.into_values().filter_map(|(span, facts)| Some((span?, facts))).collect()
}

/// The changes that write facts into the text as it is now.
pub(super) fn changes(found: &Found<'_>, facts: &[FactShown]) -> Vec<Change> {
    let function = found.program.function(found.report.function);
    let changes = fact_changes(&found.outcome.source.text, function, facts);
    let moved = changes
        .into_iter()
        .map(|change| Some(Change { span: found.relocation.span(change.span)?, ..change }));
    // Half of the changes would be none.
    moved.collect::<Option<Vec<_>>>().unwrap_or_default()
}
