//! What can be wrong with a number's text or with a Farkas sum.

use std::fmt;

use crate::{ConstraintTag, Rational, Source, Variable};

/// Why a text is no number, or why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumericError {
    /// The text is not of the form `3`, `-7/2` or `1.25`.
    NotANumber(String),
    /// The text is a fraction over zero.
    ZeroDenominator(String),
    /// The certificate names a constraint that does not exist.
    UnknownConstraint(ConstraintTag),
    /// The certificate names a constraint twice.
    RepeatedConstraint(ConstraintTag),
    /// An inequality is multiplied by a negative number.
    NegativeMultiplier(ConstraintTag),
    /// The sum keeps a variable that should have cancelled.
    NotCancelled(Variable),
    /// The variables cancel, but the constant that remains is consistent with the claim's denial.
    WeakConstant(Rational),
    /// A derivation has no lines.
    EmptyDerivation,
    /// A line names a constraint that does not exist, or not yet.
    UnknownSource(Source),
    /// A line multiplies an inequality by a negative number.
    NegativeMultiple(Source),
    /// A line is rounded although this variable need not be an integer.
    NotIntegral(Variable),
}

impl fmt::Display for NumericError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NumericError::NotANumber(text) => {
                write!(f, "expected a number such as 3, -7/2 or 1.25, found {text:?}")
            }
            NumericError::ZeroDenominator(text) => write!(f, "{text:?} divides by zero"),
            NumericError::UnknownConstraint(ConstraintTag(id)) => {
                write!(f, "the sum uses constraint {id}, which does not exist")
            }
            NumericError::RepeatedConstraint(ConstraintTag(id)) => {
                write!(f, "the sum names constraint {id} twice")
            }
            NumericError::NegativeMultiplier(ConstraintTag(id)) => {
                write!(f, "the inequality {id} is multiplied by a negative number")
            }
            NumericError::NotCancelled(Variable(id)) => {
                write!(f, "variable {id} does not cancel in the sum")
            }
            NumericError::WeakConstant(constant) => {
                write!(f, "the sum leaves the constant {constant}, which proves nothing")
            }
            NumericError::EmptyDerivation => f.write_str("the derivation has no lines"),
            NumericError::UnknownSource(source) => write!(f, "there is no constraint {source}"),
            NumericError::NegativeMultiple(source) => {
                write!(f, "the inequality {source} is multiplied by a negative number")
            }
            NumericError::NotIntegral(Variable(id)) => {
                write!(f, "a sum over variable {id}, which is no integer, is rounded")
            }
        }
    }
}

impl std::error::Error for NumericError {}
