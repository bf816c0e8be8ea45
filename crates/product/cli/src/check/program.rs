//! `buttress check` on a program: a bundle of proofs and failing calls.

use buttress_budget::{Budget, Limits};
use buttress_checker::pi::{
    FunctionClaim, PiClaim, PiRejection, ProgramQuestion, TerminationClaim, check_within,
    is_evidence as is_bundle, that_end,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::refusal::CheckRefusal;
use crate::json::ErrorEntry;
use crate::limits::MESSAGE_WIDTH;
use crate::plural::counted;
use crate::{diagnostics, exit};

/// What was shown of a program.
#[derive(Serialize, JsonSchema)]
pub struct ProgramClaimEntry {
    /// Is every condition of every function proved?
    proved: bool,
    /// All functions of the program.
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
    /// Facts, rankings and conjuncts of contracts that the evidence adds to the program.
    additions: usize,
    /// Steps of all proofs.
    proof_steps: usize,
    /// Statements that were executed.
    executed_steps: usize,
    /// What was asked and is not shown. The evidence is accepted if this is empty.
    lacks: Vec<String>,
}

/// What was shown of a function.
#[derive(Serialize, JsonSchema)]
struct FunctionClaimEntry {
    /// Its name.
    name: String,
    /// Are all of its conditions proved, under no more than its own `@pre`?
    proved: bool,
    /// What the evidence adds to its `@pre`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    assumes: Vec<String>,
    /// Its conditions; none if the evidence is silent about it.
    conditions: Option<usize>,
    /// Those of them that are proved.
    proved_conditions: usize,
    /// Are subscripts, divisions and lengths of new arrays among them?
    runtime: bool,
    /// Is it shown to end, whatever it calls included?
    ends: bool,
    /// The functions it calls that must end for it to end, if all else is shown.
    ends_if: Vec<String>,
    /// The functions it calls whose contracts are not proved here.
    relies_on: Vec<String>,
}

/// Is this evidence about a program?
pub fn is_evidence(text: &[u8]) -> bool {
    is_bundle(text)
}

/// Checks evidence against a program.
pub fn check_evidence(
    (file, program): (&str, &[u8]),
    (evidence, text): (&str, &[u8]),
    question: &ProgramQuestion,
    limits: &Limits,
) -> Result<ProgramClaimEntry, CheckRefusal> {
    match check_within(program, text, &Budget::new(limits.clone())) {
        Ok(checked) => {
            let statistics = checked.statistics();
            let steps = (statistics.lrat_steps, statistics.simulated_steps);
            Ok(ProgramClaimEntry::of(checked.claim(), steps, question))
        }
        Err(PiRejection::Program(problems)) => {
            let source = String::from_utf8_lossy(program);
            Err(CheckRefusal {
                exit_code: exit::USAGE,
                shown: diagnostics::errors_in_program(file, program, &problems, MESSAGE_WIDTH),
                errors: problems.iter().map(|it| ErrorEntry::in_program(&source, it)).collect(),
                exhausted: None,
            })
        }
        Err(PiRejection::Exhausted(exhausted)) => Err(CheckRefusal::undecided(evidence, exhausted)),
        Err(rejection) => Err(CheckRefusal::damaged(evidence, &rejection.to_string())),
    }
}

impl ProgramClaimEntry {
    fn of(
        claim: &PiClaim,
        (proof_steps, executed_steps): (usize, usize),
        question: &ProgramQuestion,
    ) -> ProgramClaimEntry {
        let functions = claim.functions.iter();
        ProgramClaimEntry {
            proved: claim.is_proved(),
            functions: functions.map(|it| FunctionClaimEntry::of(it, claim.runtime)).collect(),
            violations: claim.violations.iter().map(|(call, _)| call.clone()).collect(),
            endless: claim.endless.clone(),
            runtime: claim.runtime,
            termination: claim.termination,
            additions: claim.additions,
            proof_steps,
            executed_steps,
            lacks: claim.lacks(question),
        }
    }

    /// Is all shown that was asked?
    pub fn is_accepted(&self) -> bool {
        self.lacks.is_empty()
    }

    /// The entry for a person.
    pub fn shown(&self) -> String {
        let mut text = String::new();
        for function in self.functions.iter().filter(|function| function.proved) {
            text.push_str(&function.shown());
        }
        for call in &self.violations {
            text.push_str(&format!("accepted: {call} violates an annotation or a check\n"));
        }
        for call in &self.endless {
            text.push_str(&format!("accepted: {call} never ends\n"));
        }
        for lack in &self.lacks {
            text.push_str(&format!("not shown: {lack}\n"));
        }
        let mut aside = Vec::new();
        if !self.runtime {
            aside.push("subscripts, divisions and lengths of new arrays");
        }
        if !self.termination {
            aside.push("rankings");
        }
        if self.lacks.is_empty() && !aside.is_empty() {
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

impl FunctionClaimEntry {
    fn of(claim: &FunctionClaim, runtime: bool) -> FunctionClaimEntry {
        FunctionClaimEntry {
            name: claim.name.clone(),
            proved: claim.is_proved(),
            assumes: claim.assumes.clone(),
            conditions: claim.shown.map(|(conditions, _)| conditions),
            proved_conditions: claim.shown.map_or(0, |(_, proved)| proved),
            runtime,
            ends: claim.ends == TerminationClaim::Yes,
            ends_if: match &claim.ends {
                TerminationClaim::If(callees) => callees.clone(),
                TerminationClaim::Yes | TerminationClaim::NotShown => Vec::new(),
            },
            relies_on: claim.relies_on.clone(),
        }
    }

    fn shown(&self) -> String {
        let mut parts = vec![counted(self.conditions.unwrap_or_default(), "condition")];
        if self.ends {
            parts.push("ends".to_owned());
        }
        if !self.ends_if.is_empty() {
            parts.push(format!("ends if {}", that_end(&self.ends_if)));
        }
        let relies = match self.relies_on.is_empty() {
            true => String::new(),
            false => format!(" if the contracts of {} are right", self.relies_on.join(", ")),
        };
        format!("accepted: {} is proved{relies} ({})\n", self.name, parts.join(", "))
    }
}
