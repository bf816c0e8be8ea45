//! A property's report, boiled down to what every form of output tells.

use buttress_certificate::Evidence;
use buttress_checker::Statistics;
use buttress_circuit::{CircuitUnknown, Strengthening, Trace, Verdict};
use buttress_session::{UnknownKind, hardware};

use crate::plural::counted;
use crate::verdict::{VerdictWord, coded};

/// What is told of a property.
pub struct CircuitAnswer<'a> {
    /// The verdict.
    pub word: VerdictWord,
    /// Did the checker accept the evidence?
    pub is_checked: bool,
    /// How much was checked.
    pub statistics: Statistics,
    /// Clauses of the strengthening.
    pub clauses: Option<usize>,
    /// k of k-induction.
    pub k: Option<usize>,
    /// The counterexample.
    pub trace: Option<&'a Trace>,
    /// Why there is no answer, or why it does not stand.
    pub reason: Option<String>,
    /// The code of the reason, if there is no answer.
    pub code: Option<&'static str>,
    /// Does the reason leave open how far the search got?
    is_depth_open: bool,
    /// What was shown to be inductive, in the checker's words.
    pub obligations: Option<String>,
}

impl<'a> CircuitAnswer<'a> {
    /// What `report` says.
    pub fn of(report: &'a hardware::PropertyReport) -> CircuitAnswer<'a> {
        match &report.status {
            hardware::Status::Proved(proof) => CircuitAnswer {
                is_checked: true,
                statistics: proof.checked.statistics(),
                clauses: Some(proof.shown.len()),
                k: proof.k_induction,
                obligations: Some(obligations(&proof.certificate.evidence)),
                ..CircuitAnswer::bare(VerdictWord::Proved)
            },
            hardware::Status::False(proof) => CircuitAnswer {
                is_checked: true,
                statistics: proof.checked.statistics(),
                trace: Some(&proof.shown),
                ..CircuitAnswer::bare(VerdictWord::False)
            },
            hardware::Status::Unknown(reason) => CircuitAnswer::unknown(reason),
            hardware::Status::Unchecked(verdict) => CircuitAnswer::claimed(verdict),
            hardware::Status::Rejected { claimed, why } => {
                let claimed = CircuitAnswer::claimed(claimed).word.as_str();
                let why = match why {
                    hardware::Fault::Check(rejection) => format!("the checker found: {rejection}"),
                    hardware::Fault::Certify(problem) => {
                        format!("no certificate could be made: {problem}")
                    }
                };
                let reason = Some(format!("claimed {claimed}, but {why}"));
                CircuitAnswer { reason, ..CircuitAnswer::bare(VerdictWord::Rejected) }
            }
        }
    }

    /// What an engine says, unchecked.
    fn claimed(verdict: &'a Verdict) -> CircuitAnswer<'a> {
        match verdict {
            Verdict::Safe(Strengthening::Clauses(clauses)) => CircuitAnswer {
                clauses: Some(clauses.len()),
                ..CircuitAnswer::bare(VerdictWord::Proved)
            },
            Verdict::Safe(Strengthening::KInduction { clauses, depth, .. }) => CircuitAnswer {
                clauses: Some(clauses.len()),
                k: Some(*depth),
                ..CircuitAnswer::bare(VerdictWord::Proved)
            },
            Verdict::Unsafe(trace) => {
                CircuitAnswer { trace: Some(trace), ..CircuitAnswer::bare(VerdictWord::False) }
            }
            Verdict::Unknown(reason) => CircuitAnswer::unknown(reason),
        }
    }

    fn unknown(reason: &CircuitUnknown) -> CircuitAnswer<'a> {
        CircuitAnswer {
            reason: Some(reason.to_string()),
            code: Some(UnknownKind::from(reason).code()),
            is_depth_open: matches!(reason, CircuitUnknown::Budget(_)),
            ..CircuitAnswer::bare(VerdictWord::Unknown)
        }
    }

    fn bare(word: VerdictWord) -> CircuitAnswer<'a> {
        CircuitAnswer {
            word,
            is_checked: false,
            statistics: Statistics::default(),
            clauses: None,
            k: None,
            trace: None,
            reason: None,
            code: None,
            is_depth_open: false,
            obligations: None,
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

    /// What stands behind the verdict, in a few words; `depth` is how far an open search got.
    pub fn detail(&self, depth: usize) -> String {
        if let Some(trace) = self.trace {
            return format!("at step {}", trace.depth());
        }
        match (&self.reason, self.k, self.clauses) {
            (Some(reason), ..) if self.is_depth_open && depth > 0 => {
                format!("{reason}; nothing bad within {}", counted(depth, "step"))
            }
            (Some(reason), ..) => reason.clone(),
            (None, Some(k), Some(clauses)) if clauses > 0 => {
                format!("k-induction, k = {k}, with {}", counted(clauses, "clause"))
            }
            (None, Some(k), _) => format!("k-induction, k = {k}"),
            (None, None, Some(0)) => "inductive as it stands".to_owned(),
            (None, None, Some(clauses)) => format!("invariant of {}", counted(clauses, "clause")),
            (None, None, None) => String::new(),
        }
    }
}

/// The obligations of a certificate, each kind once.
pub fn obligations(evidence: &Evidence) -> String {
    let invariant = evidence.invariant().is_some();
    let mut words = Vec::new();
    if invariant {
        words.extend(["initiation".to_owned(), "consecution".to_owned()]);
    }
    match evidence {
        Evidence::Inductive { .. } => words.push("safety".to_owned()),
        Evidence::KInduction { bases, .. } => {
            words.extend([counted(bases.len(), "base"), "step".to_owned()]);
        }
        Evidence::Trace(_) => words.push("replay".to_owned()),
    }
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use buttress_budget::Exhausted;
    use buttress_session::hardware;

    use super::*;

    fn shown(status: hardware::Status) -> (String, String) {
        let name = "bad0".to_owned();
        let figures = hardware::Figures { depth: 7, ..hardware::Figures::default() };
        let report = hardware::PropertyReport { index: 0, name, status, engine: None, figures };
        let answer = CircuitAnswer::of(&report);
        (answer.verdict(), answer.detail(figures.depth))
    }

    #[test]
    fn verdicts_have_words_and_details() {
        let clauses = Strengthening::Clauses(vec![Default::default()]);
        let kind = Strengthening::KInduction { clauses: Vec::new(), depth: 3, simple_path: false };
        let trace = Trace { initial: vec![], inputs: vec![vec![]; 3] };
        let cases = [
            (
                hardware::Status::Unchecked(Verdict::Safe(clauses)),
                "unchecked proved",
                "invariant of 1 clause",
            ),
            (
                hardware::Status::Unchecked(Verdict::Safe(kind)),
                "unchecked proved",
                "k-induction, k = 3",
            ),
            (hardware::Status::Unchecked(Verdict::Unsafe(trace)), "unchecked false", "at step 2"),
            (
                hardware::Status::Unknown(CircuitUnknown::Budget(Exhausted::Time)),
                "unknown",
                "time limit reached; nothing bad within 7 steps",
            ),
            (
                hardware::Status::Unknown(CircuitUnknown::Bound(7)),
                "unknown",
                "no counterexample of up to 7 steps",
            ),
            (
                hardware::Status::Rejected {
                    claimed: Verdict::Safe(Strengthening::Clauses(vec![])),
                    why: hardware::Fault::Certify("no proof".to_owned()),
                },
                "rejected",
                "claimed proved, but no certificate could be made: no proof",
            ),
        ];
        for (status, words, detail) in cases {
            assert_eq!(shown(status), (words.to_owned(), detail.to_owned()));
        }
    }
}
