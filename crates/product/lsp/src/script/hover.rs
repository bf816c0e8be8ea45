//! What is shown about a place of a script: declarations, answers with models, invariants, derivations.

use buttress_pi::Span;
use buttress_session::formulas::CheckStatus;
use buttress_session::numbers;

use super::analysis::ScriptAnalysis;
use super::derivation::steps;
use super::lenses::{answer, verdict};
use crate::document::Document;
use crate::hover_text::{Block, Shown};
use crate::names::holds;
use crate::proving::Outcome;

/// What is shown at a place.
pub(crate) fn hover(document: &Document, analysis: &ScriptAnalysis, place: u32) -> Option<Shown> {
    let mut shown = Shown { span: Span { start: place, end: place }, blocks: Vec::new() };
    for unit in &document.units {
        let Some(kept) = document.found(unit) else { continue };
        for member in unit.members.iter().filter(|member| holds(member.span, place)) {
            shown.span = member.span;
            shown.blocks.extend(blocks(&kept.outcome, &member.name));
        }
    }
    if let Some(occurrence) = analysis.names.at(place) {
        shown.span = occurrence.span;
        let detail = analysis.names.symbols[occurrence.symbol].detail.clone();
        shown.blocks.push(Block::Code(detail));
    }
    (!shown.blocks.is_empty()).then_some(shown)
}

/// What came of a unit, in words and code.
fn blocks(outcome: &Outcome, name: &str) -> Vec<Block> {
    match outcome {
        Outcome::Check(report) => {
            let mut blocks = vec![Block::Text(format!("{name}: {}", answer(report)))];
            match &report.status {
                CheckStatus::Sat(model) => {
                    blocks.push(Block::Code(model.table.clone().unwrap_or(model.text.clone())));
                }
                CheckStatus::Unsat(proof) if !proof.core.is_empty() => {
                    blocks.push(Block::Text(format!("by {}", proof.core.join(", "))));
                }
                _ => blocks.extend(report.reason().map(Block::Text)),
            }
            blocks
        }
        Outcome::System(report) => {
            let property = report.properties.iter().find(|property| property.name == name);
            property.map_or_else(Vec::new, of_property)
        }
        Outcome::Failed(why) => vec![Block::Text(why.clone())],
        Outcome::Program(_) => Vec::new(),
    }
}

fn of_property(property: &numbers::PropertyReport) -> Vec<Block> {
    let mut blocks = vec![Block::Text(format!("{}: {}", property.name, verdict(property)))];
    match &property.status {
        numbers::Status::Proved(proof) => {
            let lines = proof.shown.iter().map(|definition| {
                let conjuncts = match definition.conjuncts.is_empty() {
                    true => "true".to_owned(),
                    false => definition.conjuncts.join("\n  "),
                };
                format!("{}({}):\n  {conjuncts}", definition.name, definition.parameters.join(", "))
            });
            blocks.push(Block::Code(lines.collect::<Vec<_>>().join("\n")));
            let figures = proof.checked.map(|checked| {
                format!(
                    "checked: {} clauses by {} proof steps",
                    checked.obligations, checked.proof_steps
                )
            });
            blocks.extend(figures.map(Block::Text));
        }
        numbers::Status::False(proof) => {
            let lines = steps(&proof.shown).into_iter().map(|(_, step)| step);
            blocks.push(Block::Code(lines.collect::<Vec<_>>().join("\n")));
        }
        numbers::Status::Unknown(why) => blocks.push(Block::Text(why.to_string())),
        numbers::Status::Rejected { why, .. } => blocks.push(Block::Text(why.clone())),
    }
    blocks
}
