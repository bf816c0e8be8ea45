//! Checks of scripts of Horn clauses: can the predicates be interpreted so that all clauses are valid?
//!
//! The answer is that of `prove` on the same text: `sat` is safe, and the model defines the predicates; `unsat`
//! comes with a derivation of `false`.

use std::collections::BTreeMap;

use buttress_budget::Limits;

use super::quote::string;
use super::report::{CheckStatus, ModelShown, ProofShown, Unknown};
use super::settings::Settings;
use crate::no_answer::{NoAnswer, UnknownKind};
use crate::numbers::{self, Definition};

/// What is said of a check that is not the first, or that has assumptions or levels.
const FIRST_ONLY: &str =
    "Horn clauses are decided by the first check-sat, without assumptions and levels";

/// The answer to the first check of a script; none if the script is not one of Horn clauses.
pub(super) fn check(text: &[u8], settings: &Settings, limits: Limits) -> Option<CheckStatus> {
    let how = numbers::Settings {
        seed: settings.seed,
        limits,
        check: settings.check,
        ..numbers::Settings::default()
    };
    let report = match numbers::prove(text, &how, &numbers::Silent) {
        Ok(report) => report,
        Err(numbers::InputError::Script(_)) => return None,
        Err(error) => {
            return Some(CheckStatus::Unknown(unknown(NoAnswer::new(
                UnknownKind::Unsupported,
                error.to_string(),
            ))));
        }
    };
    let property = report.properties.into_iter().next()?;
    Some(match property.status {
        numbers::Status::Proved(proof) => CheckStatus::Sat(ModelShown {
            text: model(&proof.shown),
            evidence: proof.evidence.unwrap_or_default(),
            table: settings.tables.then(|| table(&proof.shown)),
            picture: None,
            objectives: Vec::new(),
            is_checked: proof.checked.is_some(),
        }),
        numbers::Status::False(proof) => CheckStatus::Unsat(ProofShown {
            evidence: proof.evidence.unwrap_or_default(),
            core: Vec::new(),
            steps: proof.shown.steps.len(),
            rules: BTreeMap::from([("derivation", proof.shown.steps.len())]),
            is_checked: proof.checked.is_some(),
        }),
        numbers::Status::Unknown(reason) => CheckStatus::Unknown(unknown(reason)),
        numbers::Status::Rejected { claimed, why } => {
            let claimed = if claimed == "proved" { "sat" } else { "unsat" };
            CheckStatus::Rejected { claimed, why, evidence: String::new() }
        }
    })
}

/// The answer to any other check.
pub(super) fn not_first() -> CheckStatus {
    CheckStatus::Unknown(unknown(NoAnswer::new(UnknownKind::Script, FIRST_ONLY)))
}

fn unknown(reason: NoAnswer) -> Unknown {
    let NoAnswer { kind, text } = reason;
    Unknown { kind, keyword: string(&text), text, out_of_fragment: None }
}

/// As `get-model` prints it.
fn model(definitions: &[Definition]) -> String {
    let lines = definitions.iter().map(|definition| format!("  {}\n", definition.text));
    format!("(\n{})", lines.collect::<String>())
}

/// For a person: the conjuncts of each predicate.
fn table(definitions: &[Definition]) -> String {
    let mut lines = Vec::new();
    for definition in definitions {
        lines.push(format!("{}({}):", definition.name, definition.parameters.join(", ")));
        if definition.conjuncts.is_empty() {
            lines.push("  true".to_owned());
        }
        lines.extend(definition.conjuncts.iter().map(|conjunct| format!("  {conjunct}")));
    }
    lines.join("\n")
}
