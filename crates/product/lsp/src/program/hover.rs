//! What is shown about a place of a program: conditions with their proofs, facts at loops, declarations.

use buttress_pi::Span;
use buttress_pi::paths::GoalKind;
use buttress_session::programs::{
    ConditionReport, ConditionVerdict, Message, PathReport, TerminationVerdict,
};

use super::analysis::ProgramAnalysis;
use super::condition;
use super::diagnostics::about;
use super::found::{Found, found};
use super::lenses::verdict;
use crate::client::Client;
use crate::document::Document;
use crate::hover_text::{Block, Shown};
use crate::limits::MOST_CONDITIONS;
use crate::names::{NameKind, holds};

/// What is shown at a place.
pub(crate) fn hover(
    document: &Document,
    client: &Client,
    analysis: &ProgramAnalysis,
    place: u32,
) -> Option<Shown> {
    let file = client.file_name(document.uri.as_str());
    let inside = found(document, analysis).find(|found| holds(found.member.whole, place));
    let mut shown = Shown { span: Span { start: place, end: place }, blocks: Vec::new() };
    if let Some(occurrence) = analysis.names.at(place) {
        let symbol = &analysis.names.symbols[occurrence.symbol];
        shown.span = occurrence.span;
        shown.blocks.push(Block::Code(match symbol.kind {
            // With its contract.
            NameKind::Function => head(analysis, symbol.whole),
            NameKind::Predicate => symbol.whole.of(&analysis.source.text).to_owned(),
            _ => symbol.detail.clone(),
        }));
    }
    if let Some(found) = &inside {
        if holds(found.member.span, place) {
            shown.span = found.member.span;
            shown.blocks.push(Block::Text(format!("{}: {}", found.member.name, verdict(found))));
            shown.blocks.extend(rankings(found));
        }
        facts(found, place, &mut shown);
        conditions(found, place, &file, &mut shown);
    }
    (!shown.blocks.is_empty()).then_some(shown)
}

/// A function without its body.
fn head(analysis: &ProgramAnalysis, whole: Span) -> String {
    let body = analysis.source.declared.iter().find(|it| it.span == whole).and_then(|it| it.body);
    let head = Span { start: whole.start, end: body.unwrap_or(whole.end) };
    head.of(&analysis.source.text).trim_end().to_owned()
}

fn rankings(found: &Found<'_>) -> Option<Block> {
    let TerminationVerdict::Proved { inferred } = &found.report.termination else { return None };
    let lines = inferred.iter().map(|(point, ranking)| format!("# {ranking}  at {point}"));
    let lines: Vec<String> = lines.map(|line| found.relocation.sentence(&line)).collect();
    (!lines.is_empty()).then(|| {
        Block::Text(format!("it ends, by rankings that were inferred: {}", lines.join(", ")))
    })
}

/// The facts of the loop whose annotation or keyword is at the place.
fn facts(found: &Found<'_>, place: u32, shown: &mut Shown) {
    let function = found.program.function(found.report.function);
    for (number, head) in function.loops.iter().enumerate() {
        let whole = head.span.to(head.annotation.span);
        let Some(span) = found.relocation.span(whole).filter(|span| holds(*span, place)) else {
            continue;
        };
        let facts = found.report.facts.iter().filter(|fact| fact.head.0 as usize == number);
        let facts: Vec<&str> = facts.map(|fact| fact.text.as_str()).collect();
        if !facts.is_empty() {
            if shown.blocks.is_empty() {
                shown.span = span;
            }
            shown.blocks.push(Block::Text("inferred here, and proved:".to_owned()));
            shown.blocks.push(Block::Code(facts.join("\n")));
        }
    }
}

/// The conditions at the place: what has to hold, on which paths, by which proofs; or what is said of their failure.
fn conditions(found: &Found<'_>, place: u32, file: &str, shown: &mut Shown) {
    let all = condition::at(found, place);
    let Some((span, _, first)) = all.first() else { return };
    shown.span = *span;
    let is_runtime = matches!(first.kind, GoalKind::Runtime(_));
    let what = if is_runtime { "checked as the program runs:" } else { "condition:" };
    shown.blocks.push(Block::Text(what.to_owned()));
    shown.blocks.push(Block::Code(first.text.clone()));
    let lines = all.iter().take(MOST_CONDITIONS).map(|(_, path, it)| line(found, path, it));
    let mut lines: Vec<String> = lines.collect();
    if all.len() > MOST_CONDITIONS {
        lines.push(format!("and {} more", all.len() - MOST_CONDITIONS));
    }
    shown.blocks.push(Block::Code(lines.join("\n")));
    let is_here = |message: &Message| message.place.as_ref().is_some_and(|(at, _)| at == span);
    for message in about(found, file).into_iter().filter(is_here) {
        shown
            .blocks
            .push(Block::Text(format!("{}[{}]: {}", message.word, message.code, message.title)));
        shown.blocks.extend(message.notes.into_iter().map(Block::Code));
        shown
            .blocks
            .extend(message.help.into_iter().map(|help| Block::Text(format!("help: {help}"))));
    }
}

/// `proved, 12 steps: L1 -> L1`
fn line(found: &Found<'_>, path: &PathReport, condition: &ConditionReport) -> String {
    let path = found.relocation.sentence(&path.name);
    let word = condition.verdict.word().as_str();
    match &condition.verdict {
        ConditionVerdict::Proved { steps } => {
            let cached = if condition.is_cached { ", known before" } else { "" };
            format!("{word} (a proof of {steps} steps{cached}): {path}")
        }
        _ => format!("{word}: {path}"),
    }
}
