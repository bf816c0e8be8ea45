//! What is told of each check of a script.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use buttress_arrays::Rule;

use super::objective::ObjectiveShown;
use super::quote::string;
use crate::no_answer::UnknownKind;
use buttress_present::formulas::{CheckExplanation, OutOfFragment, Picture};

/// The outcome of one `check-sat` or `check-sat-assuming`.
#[derive(Clone, Debug)]
pub struct CheckReport {
    /// Which check of the script it is, from 1.
    pub number: usize,
    /// The line of the command in the script, from 1.
    pub line: usize,
    /// The answer.
    pub status: CheckStatus,
    /// How many assertions and assumptions were to be satisfied.
    pub assertions: usize,
    /// Time spent on deciding.
    pub deciding: Duration,
    /// Time spent on writing and checking the evidence.
    pub checking: Duration,
    /// What `(set-info :status …)` says that it is, if that is another answer.
    pub announced: Option<&'static str>,
    /// How its quantified formulas are decided, if that was asked for.
    pub explained: Option<Box<CheckExplanation>>,
}

/// The answer to a check, with its evidence.
#[derive(Clone, Debug)]
pub enum CheckStatus {
    /// There is a model; it was evaluated.
    Sat(ModelShown),
    /// There is none; the proof was checked.
    Unsat(ProofShown),
    /// No answer.
    Unknown(Unknown),
    /// Our fault: the checker did not accept the evidence. The answer given is unknown.
    Rejected {
        /// What was claimed: `sat` or `unsat`.
        claimed: &'static str,
        /// Why it does not stand.
        why: String,
        /// The evidence that was not accepted.
        evidence: String,
    },
}

/// A model, as it is printed.
#[derive(Clone, Debug)]
pub struct ModelShown {
    /// What `get-model` prints.
    pub text: String,
    /// The evidence file: a remark, and the same text.
    pub evidence: String,
    /// The model as a table, if tables are wanted.
    pub table: Option<String>,
    /// The model as it can be drawn, if pictures are wanted.
    pub picture: Option<Picture>,
    /// The best values of the objectives, which the model has as far as a model can.
    pub objectives: Vec<ObjectiveShown>,
    /// Did the checker evaluate the assertions in it?
    pub is_checked: bool,
}

/// A refutation, as it is written.
#[derive(Clone, Debug)]
pub struct ProofShown {
    /// The evidence file.
    pub evidence: String,
    /// The names of the assertions that were used, in the order of the script.
    pub core: Vec<String>,
    /// How many clauses the proof has.
    pub steps: usize,
    /// How many of them hold for which reason, by the names of the rules.
    pub rules: BTreeMap<&'static str, usize>,
    /// Did the checker accept it?
    pub is_checked: bool,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unknown {
    /// The kind of reason.
    pub kind: UnknownKind,
    /// For `(get-info :reason-unknown)`: an S-expression.
    pub keyword: String,
    /// For a person.
    pub text: String,
    /// The part of a quantified formula that is outside of what is decided, if that is why.
    pub out_of_fragment: Option<OutOfFragment>,
}

/// What may be to blame for an answer `unknown`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Blame {
    /// Nothing that a quantified formula says.
    Nothing,
    /// A part that breaks this rule.
    Rule(Rule),
    /// Some part outside the fragments, or a formula inside that was too hard.
    Any,
    /// The limits; but a part outside the fragments may be why they were reached.
    Perhaps,
}

impl Unknown {
    /// The code, for `buttress explain`: of the rule that is broken, if that is why.
    pub fn code(&self) -> &'static str {
        match &self.out_of_fragment {
            Some(outside) if self.kind == UnknownKind::Fragment => outside.code,
            _ => self.kind.code(),
        }
    }

    /// Adds the part that is to blame, if there is one.
    pub(super) fn blame(&mut self, blame: Blame, explanation: &CheckExplanation) {
        let rule = match blame {
            Blame::Nothing => return,
            Blame::Rule(rule) => Some(rule),
            Blame::Any | Blame::Perhaps => None,
        };
        let Some(outside) = explanation.offender(rule) else { return };
        if blame != Blame::Perhaps {
            self.kind = UnknownKind::Fragment;
            self.text = outside.to_string();
            self.keyword = string(&self.text);
        }
        self.out_of_fragment = Some(outside.clone());
    }
}

impl CheckReport {
    /// The answer as it is printed.
    pub fn answer(&self) -> &'static str {
        match &self.status {
            CheckStatus::Sat(_) => "sat",
            CheckStatus::Unsat(_) => "unsat",
            CheckStatus::Unknown(_) | CheckStatus::Rejected { .. } => "unknown",
        }
    }

    /// Was the answer accepted by the checker?
    pub fn is_checked(&self) -> bool {
        match &self.status {
            CheckStatus::Sat(model) => model.is_checked,
            CheckStatus::Unsat(proof) => proof.is_checked,
            CheckStatus::Unknown(_) | CheckStatus::Rejected { .. } => false,
        }
    }

    /// Why there is no answer, or why it does not stand.
    pub fn reason(&self) -> Option<String> {
        match &self.status {
            CheckStatus::Sat(_) | CheckStatus::Unsat(_) => None,
            CheckStatus::Unknown(unknown) => Some(unknown.text.clone()),
            CheckStatus::Rejected { claimed, why, .. } => {
                Some(format!("claimed {claimed}, but the checker found: {why}"))
            }
        }
    }

    /// How the answer came about, in sentences.
    pub fn explanation(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "check {}: {} to satisfy, decided in {:.3} s",
            self.number,
            match self.assertions {
                1 => "1 assertion".to_owned(),
                count => format!("{count} assertions"),
            },
            self.deciding.as_secs_f64(),
        )];
        match &self.status {
            CheckStatus::Sat(_) => lines.push("every assertion is true in the model".to_owned()),
            CheckStatus::Unsat(proof) => {
                let rules = proof.rules.iter().map(|(name, count)| format!("{count} {name}"));
                let rules: Vec<String> = rules.collect();
                lines.push(format!("refuted by {} clauses: {}", proof.steps, rules.join(", ")));
            }
            CheckStatus::Unknown(_) | CheckStatus::Rejected { .. } => {
                lines.extend(self.reason().map(|reason| format!("no answer: {reason}")));
            }
        }
        if self.is_checked() {
            lines.push(format!("evidence checked in {:.3} s", self.checking.as_secs_f64()));
        }
        lines
    }

    /// The evidence file of an answer.
    pub fn evidence(&self) -> Option<&str> {
        match &self.status {
            CheckStatus::Sat(model) => Some(&model.evidence),
            CheckStatus::Unsat(proof) => Some(&proof.evidence),
            CheckStatus::Unknown(_) | CheckStatus::Rejected { .. } => None,
        }
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
