//! The report, boiled down to what every form of output says.

use buttress_session::numbers;

use crate::plural::counted;
use crate::verdict::{VerdictWord, coded};

/// The report, boiled down to what every form of output says.
pub struct TerminationAnswer<'a> {
    /// The verdict.
    pub word: VerdictWord,
    /// Did the checker accept the evidence?
    pub is_checked: bool,
    /// Clauses found valid or decreasing, or steps replayed.
    pub obligations: usize,
    /// Clauses of all proofs.
    pub proof_steps: usize,
    /// The rankings, if every computation ends.
    pub proof: Option<&'a numbers::TerminationProof>,
    /// A computation that comes back to a state.
    pub lasso: Option<&'a numbers::Lasso>,
    /// Why there is no answer, or why it does not stand.
    pub reason: Option<String>,
    /// The code of the reason, if there is no answer.
    pub code: Option<&'static str>,
}

impl<'a> TerminationAnswer<'a> {
    /// What `report` says.
    pub fn of(report: &'a numbers::TerminationReport) -> TerminationAnswer<'a> {
        let (word, checked) = match &report.status {
            numbers::TerminationStatus::Proved(proof) => (VerdictWord::Proved, proof.checked),
            numbers::TerminationStatus::False(proof) => (VerdictWord::False, proof.checked),
            numbers::TerminationStatus::Unknown(_) => (VerdictWord::Unknown, None),
            numbers::TerminationStatus::Rejected { .. } => (VerdictWord::Rejected, None),
        };
        let figures = checked.unwrap_or_default();
        let mut answer = TerminationAnswer {
            word,
            is_checked: checked.is_some(),
            obligations: figures.obligations,
            proof_steps: figures.proof_steps,
            proof: None,
            lasso: None,
            reason: None,
            code: None,
        };
        match &report.status {
            numbers::TerminationStatus::Proved(proof) => answer.proof = Some(&proof.shown),
            numbers::TerminationStatus::False(proof) => answer.lasso = Some(&proof.shown),
            numbers::TerminationStatus::Unknown(reason) => {
                (answer.reason, answer.code) =
                    (Some(reason.text.clone()), Some(reason.kind.code()));
            }
            numbers::TerminationStatus::Rejected { claimed, why } => {
                answer.reason = Some(format!("claimed {claimed}, but the checker found: {why}"));
            }
        }
        answer
    }

    /// The verdict in a word, or two if it is unchecked.
    pub fn verdict(&self) -> String {
        self.word.with_check(self.is_checked)
    }

    /// The verdict with the code of the reason, if there is no answer.
    pub fn coded_verdict(&self) -> String {
        coded(self.verdict(), self.code)
    }

    /// What stands behind the verdict, in a few words.
    pub fn detail(&self) -> String {
        match (self.proof, &self.reason) {
            (_, Some(reason)) => reason.clone(),
            (Some(proof), None) => match proof.rankings.len() {
                0 => "no step leads back".to_owned(),
                count => format!("{} ranked", counted(count, "cycle")),
            },
            (None, None) => "a state comes back".to_owned(),
        }
    }
}
