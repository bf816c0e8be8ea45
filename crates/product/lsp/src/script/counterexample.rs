//! A model or a derivation as data that a client can draw.

use buttress_session::formulas::CheckStatus;
use buttress_session::numbers;
use lsp_types::Range;
use serde::Serialize;

use super::derivation::{line_span, steps};
use crate::document::Document;
use crate::names::holds;
use crate::proving::Outcome;

/// A model of a check, or a derivation of `false`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ScriptCounterexample {
    /// The check or the property.
    name: String,
    /// `sat` or `false`.
    verdict: &'static str,
    /// Where it is asked.
    range: Range,
    /// The model, as `get-model` prints it.
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<String>,
    /// The model as a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<String>,
    /// The derivation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    steps: Vec<Step>,
}

/// A step of a derivation.
#[derive(Serialize)]
struct Step {
    /// In a sentence.
    text: String,
    /// The predicate that is concluded; none for `false`.
    predicate: Option<String>,
    /// Its arguments with their values.
    values: Vec<(String, String)>,
    /// The steps, from 0, that conclude the premises.
    premises: Vec<usize>,
    /// The clause.
    range: Option<Range>,
}

/// The model or the derivation for a check or property by its name, or at a place, or the first that there is.
pub(crate) fn counterexample(
    document: &Document,
    name: Option<&str>,
    place: Option<u32>,
) -> Option<ScriptCounterexample> {
    let members =
        document.units.iter().flat_map(|unit| unit.members.iter().map(move |it| (unit, it)));
    let mut asked = members.filter(|(_, member)| match (name, place) {
        (Some(name), _) => member.name == name,
        (None, Some(place)) => holds(member.whole, place),
        (None, None) => true,
    });
    asked.find_map(|(unit, member)| {
        let range = document.range(member.span);
        let found = |verdict| ScriptCounterexample {
            name: member.name.clone(),
            verdict,
            range,
            model: None,
            table: None,
            steps: Vec::new(),
        };
        match &document.found(unit)?.outcome {
            Outcome::Check(report) => match &report.status {
                CheckStatus::Sat(model) => Some(ScriptCounterexample {
                    model: Some(model.text.clone()),
                    table: model.table.clone(),
                    ..found("sat")
                }),
                _ => None,
            },
            Outcome::System(report) => {
                let property = report.properties.iter().find(|it| it.name == member.name)?;
                let numbers::Status::False(proof) = &property.status else { return None };
                let lines = steps(&proof.shown).into_iter().zip(&proof.shown.steps);
                let steps = lines.map(|((line, text), step)| Step {
                    text,
                    predicate: step.state.as_ref().map(|state| state.predicate.clone()),
                    values: step.state.as_ref().map_or_else(Vec::new, |state| state.values.clone()),
                    premises: step.premises.clone(),
                    range: line
                        .and_then(|line| line_span(&document.text, line))
                        .map(|span| document.range(span)),
                });
                Some(ScriptCounterexample { steps: steps.collect(), ..found("false") })
            }
            _ => None,
        }
    })
}

impl ScriptCounterexample {
    /// For a client that draws nothing.
    pub(crate) fn shown(&self) -> String {
        let steps = self.steps.iter().map(|step| step.text.clone());
        let model = self.table.clone().or(self.model.clone());
        std::iter::once(format!("{} is {}", self.name, self.verdict))
            .chain(model)
            .chain(steps)
            .collect::<Vec<_>>()
            .join("\n")
    }
}
