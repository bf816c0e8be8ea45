//! The report on a system over numbers as JSON.

use buttress_session::numbers;
use schemars::JsonSchema;
use serde::Serialize;

use super::answer::NumbersAnswer;
use super::scene::SceneEntry;
use crate::json::EvidenceEntry;
use crate::limits::DOCUMENT_STEPS;
use crate::verdict::VerdictWord;

/// What a file holds and what was found.
#[derive(Serialize, JsonSchema, Clone)]
pub struct NumbersContentsEntry {
    /// The format of the file.
    #[schemars(extend("enum" = ["horn", "vmt"]))]
    pub format: &'static str,
    /// Unknown predicates.
    pub predicates: usize,
    /// Clauses, those of the properties included.
    pub clauses: usize,
    /// The most arguments of a predicate.
    pub arguments: usize,
    /// Has every clause at most one premise?
    pub linear: bool,
    /// The names of the liveness properties, which are not checked.
    pub live_skipped: Vec<String>,
    /// One entry per chosen property, in the file's order.
    pub properties: Vec<NumbersEntry>,
    /// The evidence files that were written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<EvidenceEntry>,
    /// Wall-clock time of the run on this file.
    pub seconds: f64,
    /// The most bytes of memory the process has held so far.
    pub peak_memory: usize,
}

/// The report on one property.
#[derive(Serialize, JsonSchema, Clone)]
pub struct NumbersEntry {
    /// Its position in the file.
    pub index: usize,
    /// Its name; `safety` for Horn clauses.
    pub name: String,
    /// The verdict.
    pub verdict: VerdictWord,
    /// Did the checker accept evidence for this verdict?
    pub checked: bool,
    /// The engine that answered.
    pub engine: Option<&'static str>,
    /// Predicates that preprocessing has left.
    pub predicates_left: usize,
    /// Clauses that preprocessing has left.
    pub clauses_left: usize,
    /// The steps that are known to be free of `false`: every derivation of it is at least so high.
    pub depth: usize,
    /// States that were sampled.
    pub samples: usize,
    /// Invariants that were found on the way.
    pub invariants_found: usize,
    /// Clauses of the system that the checker found valid, or steps that it replayed.
    pub obligations: usize,
    /// Clauses of all proofs.
    pub proof_steps: usize,
    /// From the start of the run to this answer.
    pub seconds: f64,
    /// Time spent on certifying and checking.
    pub checking_seconds: f64,
    /// Why there is no answer, or why it does not stand.
    pub reason: Option<String>,
    /// The code of the reason, for `buttress explain`; null if there is an answer.
    pub code: Option<&'static str>,
    /// What each predicate stands for, if the property is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invariants: Option<Vec<DefinitionEntry>>,
    /// The steps of the derivation of `false`, if the property is false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub derivation_steps: Option<usize>,
    /// These steps; of a long derivation the first and the last ones, and all of them with `-v` or `--trace`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub derivation: Option<Vec<StepEntry>>,
    /// What can be plotted of each predicate; with --pictures.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scenes: Vec<SceneEntry>,
}

/// What a predicate stands for.
#[derive(Serialize, JsonSchema, Clone)]
pub struct DefinitionEntry {
    /// The predicate.
    pub predicate: String,
    /// The names of its arguments.
    pub arguments: Vec<String>,
    /// The conjuncts of its formula, for a person.
    pub conjuncts: Vec<String>,
    /// Its `define-fun`.
    pub definition: String,
}

/// One clause applied to values.
#[derive(Serialize, JsonSchema, Clone)]
pub struct StepEntry {
    /// Its position in the derivation.
    pub step: usize,
    /// The position of the clause among the clauses of the property.
    pub clause: usize,
    /// The line in which the clause begins.
    pub line: Option<usize>,
    /// The predicate of the conclusion; none for `false`.
    pub predicate: Option<String>,
    /// The values of its arguments.
    pub values: Vec<ValueEntry>,
    /// The positions of the steps that conclude the premises.
    pub premises: Vec<usize>,
}

/// An argument and its value.
#[derive(Serialize, JsonSchema, Clone)]
pub struct ValueEntry {
    /// The name of the argument.
    pub name: String,
    /// A number, such as `-1` or `1/2`, or a truth value.
    pub value: String,
}

impl NumbersContentsEntry {
    /// The entry of a report.
    pub fn of(
        report: &numbers::Report,
        evidence: Vec<EvidenceEntry>,
        peak_memory: usize,
        with_traces: bool,
    ) -> NumbersContentsEntry {
        let contents = &report.contents;
        let properties = report.properties.iter();
        NumbersContentsEntry {
            format: contents.format.name(),
            predicates: contents.predicates,
            clauses: contents.clauses,
            arguments: contents.arguments,
            linear: contents.is_linear,
            live_skipped: contents.live.clone(),
            properties: properties
                .map(|property| NumbersEntry::of(property, with_traces))
                .collect(),
            evidence,
            seconds: report.elapsed.as_secs_f64(),
            peak_memory,
        }
    }
}

impl NumbersEntry {
    /// The entry of a property, with long derivations whole if `with_traces`.
    pub fn of(property: &numbers::PropertyReport, with_traces: bool) -> NumbersEntry {
        let most = if with_traces { usize::MAX } else { DOCUMENT_STEPS };
        let answer = NumbersAnswer::of(property);
        let figures = &property.figures;
        NumbersEntry {
            index: property.index,
            name: property.name.clone(),
            verdict: answer.word,
            checked: answer.is_checked,
            engine: property.engine.map(|engine| engine.name()),
            predicates_left: figures.predicates,
            clauses_left: figures.clauses,
            depth: figures.depth,
            samples: figures.samples,
            invariants_found: figures.found,
            obligations: answer.obligations,
            proof_steps: answer.proof_steps,
            seconds: figures.elapsed.as_secs_f64(),
            checking_seconds: figures.checking.as_secs_f64(),
            invariants: (answer.word == VerdictWord::Proved)
                .then(|| answer.definitions.iter().map(DefinitionEntry::of).collect()),
            scenes: answer
                .definitions
                .iter()
                .filter_map(|it| it.scene.as_ref().map(SceneEntry::of))
                .collect(),
            derivation: answer.derivation.map(|derivation| steps(derivation, most)),
            derivation_steps: answer.derivation.map(|derivation| derivation.steps.len()),
            reason: answer.reason,
            code: answer.code,
        }
    }
}

impl DefinitionEntry {
    /// The entry of a definition.
    pub fn of(definition: &numbers::Definition) -> DefinitionEntry {
        DefinitionEntry {
            predicate: definition.name.clone(),
            arguments: definition.parameters.clone(),
            conjuncts: definition.conjuncts.clone(),
            definition: definition.text.clone(),
        }
    }
}

/// The steps of a derivation; if there are more than `most`, the first and the last ones.
pub fn steps(derivation: &numbers::DerivationShown, most: usize) -> Vec<StepEntry> {
    let count = derivation.steps.len();
    let is_told =
        |place: usize| count <= most || place < most / 2 || place + (most - most / 2) >= count;
    let steps = derivation.steps.iter().enumerate().filter(|(place, _)| is_told(*place));
    let steps = steps.map(|(place, step)| {
        let values = step.state.iter().flat_map(|state| &state.values);
        let values =
            values.map(|(name, value)| ValueEntry { name: name.clone(), value: value.clone() });
        StepEntry {
            step: place,
            clause: step.clause,
            line: step.line,
            predicate: step.state.as_ref().map(|state| state.predicate.clone()),
            values: values.collect(),
            premises: step.premises.clone(),
        }
    });
    steps.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_derivations_are_told_from_both_ends() {
        let step = |place: usize| numbers::StepShown {
            clause: 1,
            line: None,
            state: None,
            premises: place.checked_sub(1).into_iter().collect(),
            choices: Vec::new(),
        };
        let derivation = numbers::DerivationShown { steps: (0..1_000).map(step).collect() };
        let numbers = |most: usize| -> Vec<usize> {
            steps(&derivation, most).iter().map(|step| step.step).collect()
        };
        assert_eq!(numbers(5), [0, 1, 997, 998, 999]);
        assert_eq!(numbers(1), [999]);
        assert_eq!(numbers(1_000).len(), 1_000);
        assert_eq!(numbers(usize::MAX).len(), 1_000);
        assert_eq!(steps(&derivation, 4)[2].premises, [997]);
    }
}
