//! Quick fixes for what was found: inferred facts accepted, conjuncts that are not needed dropped, missing bounds inserted.

use buttress_pi::Span;
use buttress_session::programs::{Change, without_conjunct};

use super::analysis::ProgramAnalysis;
use super::found::{Found, found};
use super::hints::{by_loop, changes};
use super::{bound, text_fixes};
use crate::document::Document;
use crate::fix::Fix;
use crate::names::touches;

/// The fixes for a stretch of the text.
pub(crate) fn fixes(document: &Document, analysis: &ProgramAnalysis, within: Span) -> Vec<Fix> {
    let mut fixes = text_fixes::fixes(analysis, within);
    // Other annotations would have to be written in the other dialect.
    if analysis.is_classic() {
        return fixes;
    }
    for found in found(document, analysis) {
        if !touches(found.member.whole, within) {
            continue;
        }
        fixes.extend(superfluous(&found, within));
        fixes.extend(bound::fixes(&found, analysis, within));
        fixes.extend(accepted(&found, within));
    }
    fixes
}

/// Facts of the loop at the place, or of all loops of the function.
fn accepted(found: &Found<'_>, within: Span) -> Vec<Fix> {
    let loops = by_loop(found);
    let fix = |title: String, changes: Vec<Change>| Fix {
        title,
        changes,
        answers: None,
        is_preferred: false,
    };
    let mut fixes = Vec::new();
    for (span, facts) in loops.iter().filter(|(span, _)| touches(*span, within)) {
        let label = found.relocation.sentence(&facts[0].label);
        let what = match &facts[..] {
            [one] => format!("`{}`", one.text),
            all => format!("{} inferred facts", all.len()),
        };
        let title = format!("Accept {what} at {label}");
        let changes = changes(found, facts);
        if !changes.is_empty() && !span.range().is_empty() {
            fixes.push(fix(title, changes));
        }
    }
    if loops.len() > 1 && touches(found.member.span, within)
        || fixes.is_empty() && !loops.is_empty()
    {
        let all: Vec<_> = loops.into_iter().flat_map(|(_, facts)| facts).collect();
        let changes = changes(found, &all);
        if !changes.is_empty() {
            let title = format!("Accept all facts inferred in {}", found.member.name);
            fixes.push(fix(title, changes));
        }
    }
    fixes
}

/// Conjuncts that are not inductive, while the others are and suffice.
fn superfluous(found: &Found<'_>, within: Span) -> Vec<Fix> {
    let Some(core) = found.report.core.as_ref().filter(|core| core.suffices) else {
        return Vec::new();
    };
    let fixes = core.dropped.iter().filter_map(|dropped| {
        let span = found.relocation.span(dropped.span).filter(|span| touches(*span, within))?;
        let text = &found.outcome.source.text;
        let (function, head) = (found.report.function, dropped.head);
        let change = without_conjunct(text, found.program, function, head, dropped.conjunct)?;
        let change = Change { span: found.relocation.span(change.span)?, ..change };
        Some(Fix {
            title: format!("Drop `{}`: the rest is inductive and suffices", dropped.text),
            changes: vec![change],
            answers: Some(("PI0307", span)),
            is_preferred: true,
        })
    });
    fixes.collect()
}
