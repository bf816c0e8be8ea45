//! `buttress check` on a script: a proof of `unsat`, or a model for `sat`.

use buttress_budget::Limits;
use buttress_checker::Checked;
use buttress_checker::smt::{SmtChecker, SmtRejection, SmtVerdict, is_model, is_proof};
use buttress_formats::smtlib::Reading;
use schemars::JsonSchema;
use serde::Serialize;

use super::refusal::CheckRefusal;
use crate::json::ErrorEntry;
use crate::plural::counted;
use crate::{diagnostics, exit};

/// What was shown of a check.
#[derive(Serialize, JsonSchema)]
pub struct AnswerEntry {
    /// The number of the check in the script, from 1.
    check: usize,
    /// What is shown.
    #[schemars(extend("enum" = ["sat", "unsat"]))]
    verdict: &'static str,
    /// Clauses of the proof.
    proof_steps: Option<usize>,
    /// Assertions and assumptions that were evaluated in the model.
    assertions: Option<usize>,
    /// Objectives whose values are shown to be the best.
    #[serde(skip_serializing_if = "Option::is_none")]
    objectives: Option<usize>,
}

/// Is this evidence about a script?
pub fn is_evidence(text: &[u8]) -> bool {
    is_proof(text) || is_model(text)
}

/// Checks evidence against a script.
pub fn check_evidence(
    (file, script): (&str, &[u8]),
    (evidence, text): (&str, &[u8]),
    reading: Reading,
    limits: &Limits,
) -> Result<AnswerEntry, CheckRefusal> {
    match SmtChecker::new(script).with_reading(reading).with_limits(limits.clone()).check(text) {
        Ok(checked) => Ok(AnswerEntry::of(&checked)),
        Err(SmtRejection::Script(error)) => Err(CheckRefusal {
            exit_code: exit::USAGE,
            shown: diagnostics::in_script(file, script, &error),
            errors: vec![ErrorEntry::in_script(&error)],
            exhausted: None,
        }),
        Err(SmtRejection::Exhausted(exhausted)) => {
            Err(CheckRefusal::undecided(evidence, exhausted))
        }
        Err(rejection) => {
            let (message, line) = (rejection.to_string(), line(&rejection));
            Err(CheckRefusal::damaged_at(evidence, text, message, line))
        }
    }
}

/// The line of the evidence that is wrong.
fn line(rejection: &SmtRejection) -> Option<usize> {
    match rejection {
        SmtRejection::Line { line, .. } => Some(*line),
        SmtRejection::Clause { line, .. } => *line,
        _ => None,
    }
}

impl AnswerEntry {
    fn of(checked: &Checked<SmtVerdict>) -> AnswerEntry {
        let check = checked.property();
        match *checked.claim() {
            SmtVerdict::Unsat(proof) => AnswerEntry {
                check,
                verdict: "unsat",
                proof_steps: Some(proof.axioms + proof.derived),
                assertions: None,
                objectives: None,
            },
            SmtVerdict::Sat(model) => AnswerEntry {
                check,
                verdict: "sat",
                proof_steps: None,
                assertions: Some(model.formulas),
                objectives: Some(model.objectives).filter(|count| *count > 0),
            },
        }
    }

    /// The entry for a person.
    pub fn shown(&self) -> String {
        let what = match (self.proof_steps, self.assertions) {
            (Some(steps), _) => format!("proof checked ({})", counted(steps, "clause")),
            (None, assertions) => {
                let assertions = counted(assertions.unwrap_or(0), "assertion");
                let best = self.objectives.map(|count| counted(count, "optimal objective"));
                let best = best.map(|best| format!(", {best}")).unwrap_or_default();
                format!("model evaluated ({assertions}{best})")
            }
        };
        format!("accepted: check {} is {}\n{what}\n", self.check, self.verdict)
    }
}
