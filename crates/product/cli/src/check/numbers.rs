//! `buttress check` on a system over numbers: an interpretation or a ranking with proofs, or a derivation.

use buttress_checker::Checked;
use buttress_checker::horn::{self, HornClaim, HornRejection};
use buttress_checker::smt::SmtRejection;
use buttress_session::numbers;
use schemars::JsonSchema;
use serde::Serialize;

pub use buttress_checker::horn::is_evidence;

use super::refusal::CheckRefusal;
use crate::json::ErrorEntry;
use crate::plural::counted;
use crate::{diagnostics, exit};

/// What was shown of a property.
#[derive(Serialize, JsonSchema)]
pub struct NumbersClaimEntry {
    /// The position of the property.
    property: usize,
    /// Its name; `safety` for Horn clauses, `termination` if the evidence is about that.
    name: String,
    /// What is shown.
    #[schemars(extend("enum" = ["proved", "false"]))]
    verdict: &'static str,
    /// Clauses of the system that were found valid.
    clauses: Option<usize>,
    /// Steps of cycles that were found to decrease.
    decreasing: Option<usize>,
    /// Clauses of all proofs.
    proof_steps: Option<usize>,
    /// Steps of the derivation that were replayed.
    steps: Option<usize>,
}

/// Checks evidence against a system.
pub fn check_evidence(
    (file, script): (&str, &[u8]),
    (evidence, text): (&str, &[u8]),
) -> Result<NumbersClaimEntry, CheckRefusal> {
    match horn::check(script, text) {
        Ok(checked) => Ok(NumbersClaimEntry::of(&checked, script)),
        Err(HornRejection::Input(error)) => Err(CheckRefusal {
            exit_code: exit::USAGE,
            shown: diagnostics::in_script(file, script, &error),
            errors: vec![ErrorEntry::in_script(&error)],
            exhausted: None,
        }),
        Err(rejection) => {
            let (message, line) = (rejection.to_string(), line(&rejection));
            Err(CheckRefusal::damaged_at(evidence, text, message, line))
        }
    }
}

/// The line of the evidence that is wrong.
fn line(rejection: &HornRejection) -> Option<usize> {
    match rejection {
        HornRejection::Line { line, .. }
        | HornRejection::Trailing { line }
        | HornRejection::Function { line, .. }
        | HornRejection::Step { line, .. } => Some(*line),
        HornRejection::Proof { rejection, .. } | HornRejection::Decrease { rejection, .. } => {
            match rejection.as_ref() {
                SmtRejection::Line { line, .. } => Some(*line),
                SmtRejection::Clause { line, .. } => *line,
                _ => None,
            }
        }
        _ => None,
    }
}

impl NumbersClaimEntry {
    fn of(checked: &Checked<HornClaim>, script: &[u8]) -> NumbersClaimEntry {
        let property = checked.property();
        let names = numbers::info(script).map(|contents| contents.properties).unwrap_or_default();
        let name = names.into_iter().nth(property).unwrap_or_default();
        let entry = NumbersClaimEntry {
            property,
            name,
            verdict: "proved",
            clauses: None,
            decreasing: None,
            proof_steps: None,
            steps: None,
        };
        match *checked.claim() {
            HornClaim::Safe { proof_clauses } => NumbersClaimEntry {
                clauses: Some(checked.statistics().obligations),
                proof_steps: Some(proof_clauses),
                ..entry
            },
            HornClaim::Unsafe { steps } => {
                NumbersClaimEntry { verdict: "false", steps: Some(steps), ..entry }
            }
            HornClaim::Terminates { steps, proof_clauses } => NumbersClaimEntry {
                name: "termination".to_owned(),
                clauses: Some(checked.statistics().obligations - steps),
                decreasing: Some(steps),
                proof_steps: Some(proof_clauses),
                ..entry
            },
            HornClaim::Loops { steps } => NumbersClaimEntry {
                name: "termination".to_owned(),
                verdict: "false",
                steps: Some(steps),
                ..entry
            },
        }
    }

    /// The entry for a person.
    pub fn shown(&self) -> String {
        let (clauses, proof) = (self.clauses.unwrap_or(0), self.proof_steps.unwrap_or(0));
        let (clauses, proof) = (counted(clauses, "clause"), counted(proof, "proof step"));
        let what = match (self.steps, self.decreasing) {
            (Some(steps), _) => format!("derivation replayed ({})", counted(steps, "step")),
            (None, None) => format!("certificate checked: {clauses} valid ({proof})"),
            (None, Some(steps)) => format!(
                "certificate checked: {clauses} valid, {} decreasing ({proof})",
                counted(steps, "step")
            ),
        };
        format!("accepted: {} is {}\n{what}\n", self.name, self.verdict)
    }
}
