//! A property's report, boiled down to what every form of output tells.

use buttress_session::{UnknownKind, numbers};

use crate::plural::counted;
use crate::verdict::{VerdictWord, coded};

/// What is told of a property.
pub struct NumbersAnswer<'a> {
    /// The verdict.
    pub word: VerdictWord,
    /// Did the checker accept the evidence?
    pub is_checked: bool,
    /// Clauses of the system that the checker found valid, or steps that it replayed.
    pub obligations: usize,
    /// Clauses of all proofs.
    pub proof_steps: usize,
    /// What the predicates stand for.
    pub definitions: &'a [numbers::Definition],
    /// The counterexample.
    pub derivation: Option<&'a numbers::DerivationShown>,
    /// Why there is no answer, or why it does not stand.
    pub reason: Option<String>,
    /// The code of the reason, if there is no answer.
    pub code: Option<&'static str>,
    /// Invariants that were found, whatever the answer.
    found: usize,
    /// How far an open search got.
    depth: usize,
}

impl<'a> NumbersAnswer<'a> {
    /// What `property` says.
    pub fn of(property: &'a numbers::PropertyReport) -> NumbersAnswer<'a> {
        let bare = |word: VerdictWord| NumbersAnswer {
            word,
            is_checked: false,
            obligations: 0,
            proof_steps: 0,
            definitions: &[],
            derivation: None,
            reason: None,
            code: None,
            found: property.figures.found,
            depth: 0,
        };
        match &property.status {
            numbers::Status::Proved(proof) => NumbersAnswer {
                is_checked: proof.checked.is_some(),
                obligations: proof.checked.unwrap_or_default().obligations,
                proof_steps: proof.checked.unwrap_or_default().proof_steps,
                definitions: &proof.shown,
                ..bare(VerdictWord::Proved)
            },
            numbers::Status::False(proof) => NumbersAnswer {
                is_checked: proof.checked.is_some(),
                obligations: proof.checked.unwrap_or_default().obligations,
                derivation: Some(&proof.shown),
                ..bare(VerdictWord::False)
            },
            numbers::Status::Unknown(reason) => {
                let (text, code) = (Some(reason.text.clone()), Some(reason.kind.code()));
                // A bound tells by itself how far the search got.
                let is_depth_told = reason.kind == UnknownKind::Bound;
                let depth = if is_depth_told { 0 } else { property.figures.depth };
                NumbersAnswer { reason: text, code, depth, ..bare(VerdictWord::Unknown) }
            }
            numbers::Status::Rejected { claimed, why } => {
                let reason = Some(format!("claimed {claimed}, but the checker found: {why}"));
                NumbersAnswer { reason, ..bare(VerdictWord::Rejected) }
            }
        }
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
        if let Some(derivation) = self.derivation {
            return match derivation.is_trace() {
                true => format!("at step {}", derivation.steps.len().saturating_sub(1)),
                false => format!("derived in {}", counted(derivation.steps.len(), "step")),
            };
        }
        match &self.reason {
            Some(reason) => {
                let mut parts = vec![reason.clone()];
                if self.depth > 0 {
                    parts.push(format!("nothing bad within {}", counted(self.depth, "step")));
                }
                if self.word == VerdictWord::Unknown && self.found > 0 {
                    parts.push(format!("{} found", counted(self.found, "invariant")));
                }
                parts.join("; ")
            }
            None => match self.conjuncts() {
                0 => "nothing bad is reachable".to_owned(),
                conjuncts => format!("invariant of {}", counted(conjuncts, "conjunct")),
            },
        }
    }

    /// How many conjuncts the invariant has.
    pub fn conjuncts(&self) -> usize {
        self.definitions.iter().map(|definition| definition.conjuncts.len()).sum()
    }
}
