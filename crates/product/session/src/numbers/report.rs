//! What a run on a system over numbers has to say.

use std::time::Duration;

use buttress_checker::horn::HornClaim;

use super::settings::EngineKind;
use crate::no_answer::NoAnswer;
use buttress_present::numbers::{DerivationShown, Scene};

/// The outcome of a run on one file.
#[derive(Clone, Debug)]
pub struct Report {
    /// What the file holds.
    pub contents: Info,
    /// One entry per chosen property, in the file's order.
    pub properties: Vec<PropertyReport>,
    /// Wall-clock time of the whole run.
    pub elapsed: Duration,
}

/// The formats of systems over numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Horn clauses as an SMT-LIB script.
    Horn,
    /// VMT-LIB.
    Vmt,
}

/// The size of a system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// How it is written.
    pub format: Format,
    /// Unknown predicates.
    pub predicates: usize,
    /// Clauses, those of the properties included.
    pub clauses: usize,
    /// Clauses that conclude `false`.
    pub queries: usize,
    /// The most arguments of a predicate.
    pub arguments: usize,
    /// Has every clause at most one premise?
    pub is_linear: bool,
    /// Does it speak of arrays or datatypes, and not of numbers and truth values alone?
    pub has_structures: bool,
    /// The names of all properties.
    pub properties: Vec<String>,
    /// The names of the liveness properties, which are not checked.
    pub live: Vec<String>,
}

/// The outcome for one property.
#[derive(Clone, Debug)]
pub struct PropertyReport {
    /// Its position in the file.
    pub index: usize,
    /// Its name.
    pub name: String,
    /// The answer.
    pub status: Status,
    /// The engine that gave it.
    pub engine: Option<EngineKind>,
    /// What it took.
    pub figures: Figures,
}

/// What an answer took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figures {
    /// From the start of the run to this answer.
    pub elapsed: Duration,
    /// Time spent on certifying and checking.
    pub checking: Duration,
    /// States that were sampled.
    pub samples: usize,
    /// Invariants that were found.
    pub found: usize,
    /// The steps that are known to be free of `false`: every derivation of it is at least so high.
    pub depth: usize,
    /// Predicates that preprocessing has left.
    pub predicates: usize,
    /// Clauses that preprocessing has left.
    pub clauses: usize,
}

/// An answer, with its evidence.
#[derive(Clone, Debug)]
pub enum Status {
    /// The property always holds.
    Proved(Evident<Vec<Definition>>),
    /// The property can be violated.
    False(Evident<DerivationShown>),
    /// No answer, for this reason.
    Unknown(NoAnswer),
    /// Our fault: the checker did not accept the evidence.
    Rejected {
        /// What the engine claimed: `proved` or `false`.
        claimed: &'static str,
        /// Why it does not stand.
        why: String,
    },
}

/// An answer that can be shown, and its evidence.
#[derive(Clone, Debug)]
pub struct Evident<T> {
    /// In the words of the file.
    pub shown: T,
    /// The evidence as it is written to files; none if the answer is unchecked because that was
    /// asked for.
    pub evidence: Option<String>,
    /// What the checker has seen.
    pub checked: Option<CheckFigures>,
}

/// How much the checker has looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CheckFigures {
    /// Clauses of the system whose validity was shown, or steps that were replayed.
    pub obligations: usize,
    /// Clauses of all proofs.
    pub proof_steps: usize,
}

/// What a predicate stands for.
#[derive(Clone, PartialEq, Debug)]
pub struct Definition {
    /// The predicate.
    pub name: String,
    /// The names of its arguments.
    pub parameters: Vec<String>,
    /// The conjuncts of its formula, in words.
    pub conjuncts: Vec<String>,
    /// `(define-fun …)`
    pub text: String,
    /// For plots, if they are wanted.
    pub scene: Option<Scene>,
}

impl CheckFigures {
    /// What the checker says of a claim, with so many obligations.
    pub(super) fn of(claim: &HornClaim, obligations: usize) -> CheckFigures {
        match *claim {
            HornClaim::Safe { proof_clauses } | HornClaim::Terminates { proof_clauses, .. } => {
                CheckFigures { obligations, proof_steps: proof_clauses }
            }
            HornClaim::Unsafe { steps } | HornClaim::Loops { steps } => {
                CheckFigures { obligations: steps, proof_steps: 0 }
            }
        }
    }
}

impl Report {
    /// The exit code of the run: 4 our fault, 1 something is false, 3 something is unknown (or was not
    /// looked at, as liveness is not), 0 all proved; 2 if there is nothing to prove.
    pub fn exit_code(&self) -> u8 {
        let code = |property: &PropertyReport| match property.status {
            Status::Proved(_) => 0,
            Status::False(_) => 1,
            Status::Unknown(_) => 3,
            Status::Rejected { .. } => 4,
        };
        // 4 > 1 > 3 > 0
        let rank = |code: &u8| [0u8, 3, 1, 4].iter().position(|known| known == code);
        let liveness = (!self.contents.live.is_empty()).then_some(3);
        self.properties.iter().map(code).chain(liveness).max_by_key(rank).unwrap_or(2)
    }
}

impl Format {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Format::Horn => "horn",
            Format::Vmt => "vmt",
        }
    }
}
