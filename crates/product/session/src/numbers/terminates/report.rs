//! What a run on termination has to say.

use std::time::Duration;

use buttress_present::numbers::DerivationShown;

use crate::no_answer::NoAnswer;
use crate::numbers::report::{Definition, Evident, Info};

/// The outcome of a run on one file.
#[derive(Clone, Debug)]
pub struct TerminationReport {
    /// What the file holds.
    pub contents: Info,
    /// The answer.
    pub status: TerminationStatus,
    /// States that were sampled.
    pub samples: usize,
    /// Invariants that were found on the way.
    pub found: usize,
    /// Time spent on certifying and checking.
    pub checking: Duration,
    /// Wall-clock time of the whole run.
    pub elapsed: Duration,
}

/// An answer, with its evidence.
#[derive(Clone, Debug)]
pub enum TerminationStatus {
    /// Every computation ends.
    Proved(Evident<TerminationProof>),
    /// Some computation does not end.
    False(Evident<Lasso>),
    /// No answer, for this reason.
    Unknown(NoAnswer),
    /// Our fault: the checker did not accept the evidence.
    Rejected {
        /// What was claimed: `proved` or `false`.
        claimed: &'static str,
        /// Why it does not stand.
        why: String,
    },
}

/// Why every computation ends.
#[derive(Clone, PartialEq, Debug)]
pub struct TerminationProof {
    /// One for each set of predicates that lead to each other.
    pub rankings: Vec<RankingShown>,
    /// Invariants that support the rankings.
    pub invariants: Vec<Definition>,
}

/// Functions that decrease, for predicates that lead to each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RankingShown {
    /// One for each predicate.
    pub functions: Vec<FunctionsShown>,
    /// The lines in which the steps among them begin.
    pub lines: Vec<usize>,
}

/// The functions of a predicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionsShown {
    /// The predicate.
    pub predicate: String,
    /// The names of its arguments.
    pub parameters: Vec<String>,
    /// The functions in words; the first one counts most.
    pub levels: Vec<String>,
}

/// A computation that comes back to a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lasso {
    /// Its steps; the last one concludes the state again.
    pub derivation: DerivationShown,
    /// The step that concludes it first.
    pub start: usize,
}
