//! What can be wrong with a number's text or with a Farkas sum.

use std::fmt;

use crate::{Rational, Reason, Variable};

/// Why a text is no number, or why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumericError {
    /// The text is not of the form `3`, `-7/2` or `1.25`.
    NotANumber(String),
    /// The text is a fraction over zero.
    ZeroDenominator(String),
    /// The certificate names a constraint that does not exist.
    UnknownConstraint(Reason),
    /// The certificate names a constraint twice.
    RepeatedConstraint(Reason),
    /// An inequality is multiplied by a negative number.
    NegativeMultiplier(Reason),
    /// The sum keeps a variable that should have cancelled.
    NotCancelled(Variable),
    /// The variables cancel, but the constant that remains is consistent with the claim's denial.
    WeakConstant(Rational),
}

impl fmt::Display for NumericError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NumericError::NotANumber(text) => {
                write!(f, "expected a number such as 3, -7/2 or 1.25, found {text:?}")
            }
            NumericError::ZeroDenominator(text) => write!(f, "{text:?} divides by zero"),
            NumericError::UnknownConstraint(Reason(id)) => {
                write!(f, "the sum uses constraint {id}, which does not exist")
            }
            NumericError::RepeatedConstraint(Reason(id)) => {
                write!(f, "the sum names constraint {id} twice")
            }
            NumericError::NegativeMultiplier(Reason(id)) => {
                write!(f, "the inequality {id} is multiplied by a negative number")
            }
            NumericError::NotCancelled(Variable(id)) => {
                write!(f, "variable {id} does not cancel in the sum")
            }
            NumericError::WeakConstant(constant) => {
                write!(f, "the sum leaves the constant {constant}, which proves nothing")
            }
        }
    }
}

impl std::error::Error for NumericError {}
