//! Lenses over checks and properties: the answer in a few words.

use buttress_session::formulas::{CheckReport, CheckStatus};
use buttress_session::numbers::{self, PropertyReport};
use lsp_types::{CodeLens, Command};
use serde_json::json;

use crate::capabilities::{RUN_COMMAND, SHOW_COMMAND};
use crate::document::Document;
use crate::proving::Outcome;

/// The lenses of a script.
pub(crate) fn lenses(document: &Document) -> Vec<CodeLens> {
    let mut lenses = Vec::new();
    for unit in &document.units {
        let Some(kept) = document.found(unit) else { continue };
        for member in &unit.members {
            let (title, more) = match &kept.outcome {
                Outcome::Check(report) => (answer(report), model(report)),
                Outcome::System(report) => {
                    let is_it = |property: &&PropertyReport| property.name == member.name;
                    let Some(property) = report.properties.iter().find(is_it) else { continue };
                    let is_false = matches!(property.status, numbers::Status::False(_));
                    (verdict(property), is_false.then_some("show derivation"))
                }
                _ => continue,
            };
            let lens = |title: String, command: &str| CodeLens {
                range: document.range(member.span),
                command: Some(Command {
                    title,
                    command: command.to_owned(),
                    arguments: Some(vec![json!(document.uri.as_str()), json!(member.name)]),
                }),
                data: None,
            };
            lenses.push(lens(title, SHOW_COMMAND));
            lenses.extend(more.map(|more| lens(more.to_owned(), RUN_COMMAND)));
        }
    }
    lenses
}

fn model(report: &CheckReport) -> Option<&'static str> {
    matches!(report.status, CheckStatus::Sat(_)).then_some("show model")
}

/// `unsat · a proof of 14 clauses · 0.01 s`
pub(super) fn answer(report: &CheckReport) -> String {
    let seconds = report.deciding.as_secs_f64();
    match &report.status {
        CheckStatus::Unsat(proof) => {
            format!("unsat · a proof of {} clauses · {seconds:.2} s", proof.steps)
        }
        CheckStatus::Sat(_) => format!("sat · {} assertions · {seconds:.2} s", report.assertions),
        CheckStatus::Unknown(_) | CheckStatus::Rejected { .. } => {
            format!("unknown · {seconds:.2} s")
        }
    }
}

/// `proved · 3 conjuncts · reach · 0.05 s`
pub(super) fn verdict(property: &PropertyReport) -> String {
    let mut parts = Vec::new();
    match &property.status {
        numbers::Status::Proved(proof) => {
            let conjuncts: usize = proof.shown.iter().map(|it| it.conjuncts.len()).sum();
            parts.extend(["proved".to_owned(), format!("{conjuncts} conjuncts")]);
        }
        numbers::Status::False(proof) => {
            parts.extend(["false".to_owned(), format!("{} steps", proof.shown.steps.len())]);
        }
        numbers::Status::Unknown(_) | numbers::Status::Rejected { .. } => {
            parts.push("unknown".to_owned());
        }
    }
    parts.extend(property.engine.map(|engine| engine.name().to_owned()));
    parts.push(format!("{:.2} s", property.figures.elapsed.as_secs_f64()));
    parts.join(" · ")
}
