//! `buttress check` on a program: a bundle of proofs and failing calls.

use buttress_checker::pi::{PiClaim, PiRejection, check, is_evidence as is_bundle};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Refusal, damaged};
use crate::answer::counted;
use crate::json::ErrorEntry;
use crate::programs;

/// What was shown of a program.
#[derive(Serialize, JsonSchema)]
pub struct ProgramClaimEntry {
    /// Is every condition of every function proved?
    proved: bool,
    /// The functions with proofs.
    functions: Vec<FunctionClaimEntry>,
    /// Calls that violate something.
    violations: Vec<String>,
    /// Calls that never end.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    endless: Vec<String>,
    /// Are subscripts, divisions and lengths of new arrays among the conditions?
    runtime: bool,
    /// Are rankings among the conditions?
    termination: bool,
    /// Facts and rankings that the evidence adds to the program.
    additions: usize,
    /// Steps of all proofs.
    proof_steps: usize,
    /// Statements that were executed.
    executed_steps: usize,
}

/// What was shown of a function.
#[derive(Serialize, JsonSchema)]
struct FunctionClaimEntry {
    /// Its name.
    name: String,
    /// Its conditions.
    conditions: usize,
    /// Those of them that are proved.
    proved: usize,
}

/// Is this evidence about a program?
pub fn is_evidence(text: &[u8]) -> bool {
    is_bundle(text)
}

/// Judges evidence against a program.
pub fn judged(
    (file, program): (&str, &[u8]),
    (evidence, text): (&str, &[u8]),
) -> Result<ProgramClaimEntry, Refusal> {
    match check(program, text) {
        Ok(checked) => {
            let statistics = checked.statistics();
            let steps = (statistics.lrat_steps, statistics.simulated_steps);
            Ok(ProgramClaimEntry::of(checked.claim(), steps))
        }
        Err(PiRejection::Program(problems)) => {
            let source = String::from_utf8_lossy(program);
            Err(Refusal {
                exit_code: 2,
                shown: programs::refused(file, program, &problems, WIDTH),
                errors: problems.iter().map(|it| ErrorEntry::in_program(&source, it)).collect(),
            })
        }
        Err(rejection) => Err(damaged(evidence, &rejection.to_string())),
    }
}

/// Columns of messages.
const WIDTH: usize = 100;

impl ProgramClaimEntry {
    fn of(claim: &PiClaim, (proof_steps, executed_steps): (usize, usize)) -> ProgramClaimEntry {
        let functions = claim.functions.iter().map(|function| FunctionClaimEntry {
            name: function.name.clone(),
            conditions: function.conditions,
            proved: function.proved,
        });
        ProgramClaimEntry {
            proved: claim.is_proved(),
            functions: functions.collect(),
            violations: claim.violations.iter().map(|(call, _)| call.clone()).collect(),
            endless: claim.endless.clone(),
            runtime: claim.runtime,
            termination: claim.termination,
            additions: claim.additions,
            proof_steps,
            executed_steps,
        }
    }

    /// The entry for a person.
    pub fn shown(&self) -> String {
        let mut text = String::new();
        for function in &self.functions {
            text.push_str(&match function.proved == function.conditions {
                true => format!(
                    "accepted: {} is proved ({})\n",
                    function.name,
                    counted(function.conditions, "condition")
                ),
                false => format!(
                    "accepted: {} of {} of {} are proved\n",
                    function.proved,
                    counted(function.conditions, "condition"),
                    function.name
                ),
            });
        }
        for call in &self.violations {
            text.push_str(&format!("accepted: {call} violates an annotation or a check\n"));
        }
        for call in &self.endless {
            text.push_str(&format!("accepted: {call} never ends\n"));
        }
        let mut aside = Vec::new();
        if !self.runtime {
            aside.push("subscripts, divisions and lengths of new arrays");
        }
        if !self.termination {
            aside.push("rankings");
        }
        if !aside.is_empty() {
            text.push_str(&format!("left aside: {}\n", aside.join(", and ")));
        }
        let added = match self.additions {
            0 => String::new(),
            count => format!(", {} added", counted(count, "annotation")),
        };
        let steps = counted(self.proof_steps, "proof step");
        format!("{text}bundle checked ({steps}{added})\n")
    }
}
