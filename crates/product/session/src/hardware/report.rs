//! What a run has to say.

use std::time::Duration;

use buttress_certificate::Certificate;
use buttress_checker::{Checked, Claim, Rejection};
use buttress_circuit::{CircuitUnknown, Trace, Verdict};
use buttress_formats::aiger::Model;
use buttress_hardware_reduce::Counts;
use buttress_prop::Clause;

use super::EngineKind;

/// The outcome of a run on one file.
#[derive(Clone, Debug)]
pub struct Report {
    /// The file as it was read.
    pub model: Model,
    /// One entry per chosen property, in the file's order.
    pub properties: Vec<PropertyReport>,
    /// What preprocessing did; none when the run ended before it.
    pub reduction: Option<Counts>,
    /// Wall-clock time of the whole run.
    pub elapsed: Duration,
}

/// The outcome for one property.
#[derive(Clone, Debug)]
pub struct PropertyReport {
    /// Its position in the file.
    pub index: usize,
    /// Its name: the symbol, or `bad` and the position.
    pub name: String,
    /// The answer.
    pub status: Status,
    /// The engine that gave it.
    pub engine: Option<EngineKind>,
    /// What it took.
    pub figures: Figures,
}

/// The figures of Schedule 3.1, and some more.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figures {
    /// From the start of the run to this answer.
    pub elapsed: Duration,
    /// Clauses of the strengthening that were found, before minimisation.
    pub clauses_found: usize,
    /// SAT queries of the engine that answered.
    pub queries: u64,
    /// Latches in the cone of influence of the property and the constraints.
    pub cone_latches: usize,
    /// Steps (or frames) up to which no counterexample exists, as far as known.
    pub depth: usize,
    /// Time spent on certifying and checking.
    pub checking: Duration,
}

/// An answer, with its evidence.
#[derive(Clone, Debug)]
pub enum Status {
    /// The bad signal is never true; the evidence was checked.
    Proved(Proof<Vec<Clause>>),
    /// The bad signal can become true; the trace was replayed.
    False(Proof<Trace>),
    /// No answer.
    Unknown(CircuitUnknown),
    /// An engine answered, but the answer is unchecked because that was asked for.
    Unchecked(Verdict),
    /// Our fault: the checker did not accept the evidence, or it could not be made.
    Rejected {
        /// What the engine claimed.
        claimed: Verdict,
        /// Why it does not stand.
        why: Fault,
    },
}

/// Why an answer of ours does not stand.
#[derive(Clone, Debug)]
pub enum Fault {
    /// The checker refused the certificate.
    Check(Rejection),
    /// No certificate could be made, for this reason.
    Certify(String),
}

/// Evidence that the checker accepted.
#[derive(Clone, Debug)]
pub struct Proof<T> {
    /// The clauses of the strengthening (over the user's signals; the pseudo variable after the
    /// last is `first`), or the trace.
    pub shown: T,
    /// k, when the property was shown by k-induction with k > 1 or without clauses.
    pub k_induction: Option<usize>,
    /// The evidence.
    pub certificate: Certificate,
    /// The checker's word.
    pub checked: Checked<Claim>,
}

impl Report {
    /// The exit code of the run: 4 our fault, 1 something is false, 3 something is unknown (or
    /// was not looked at, as liveness is not), 0 all proved; 2 if there is nothing to prove.
    pub fn exit_code(&self) -> u8 {
        if self.properties.is_empty() && self.model.justice.is_empty() {
            return 2;
        }
        let codes = self.properties.iter().map(|property| match property.status {
            Status::Proved(_) | Status::Unchecked(Verdict::Safe(_)) => 0,
            Status::False(_) | Status::Unchecked(Verdict::Unsafe(_)) => 1,
            Status::Unknown(_) | Status::Unchecked(Verdict::Unknown(_)) => 3,
            Status::Rejected { .. } => 4,
        });
        let liveness = (!self.model.justice.is_empty()).then_some(3);
        // 4 > 1 > 3 > 0
        let rank = |code: &u8| [0u8, 3, 1, 4].iter().position(|known| known == code);
        codes.chain(liveness).max_by_key(rank).unwrap_or(0)
    }
}
