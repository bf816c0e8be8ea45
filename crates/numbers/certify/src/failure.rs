//! Why a verdict could not be certified.

use std::fmt;

use buttress_budget::Exhausted;
use buttress_horn::{ClauseId, DerivationFlaw};

/// Why a verdict could not be certified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// `Unknown` is no verdict.
    NoVerdict,
    /// The interpretation does not make this clause valid.
    NotInductive(ClauseId),
    /// The ranking does not decrease when this clause is taken.
    NotDecreasing(ClauseId),
    /// It was not found out whether this clause is valid, for a reason.
    NotDecided(ClauseId, String),
    /// The definitions do not read back as they were written.
    Definitions(String),
    /// The derivation does not derive `false`.
    Derivation(DerivationFlaw),
    /// A limit was met.
    Exhausted(Exhausted),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::NoVerdict => f.write_str("there is no verdict to certify"),
            Failure::NotInductive(clause) => {
                write!(f, "clause {} is not valid under the interpretation", clause.index() + 1)
            }
            Failure::NotDecreasing(clause) => {
                write!(f, "clause {} does not decrease the ranking", clause.index() + 1)
            }
            Failure::NotDecided(clause, reason) => {
                write!(f, "the validity of clause {} was not decided: {reason}", clause.index() + 1)
            }
            Failure::Definitions(error) => {
                write!(f, "the definitions do not read back: {error}")
            }
            Failure::Derivation(error) => error.fmt(f),
            Failure::Exhausted(exhausted) => exhausted.fmt(f),
        }
    }
}

impl std::error::Error for Failure {}
