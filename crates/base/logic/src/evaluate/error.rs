//! Why an evaluation fails.

use std::fmt;

use crate::{Bound, Symbol, Term};

/// Why a term has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EvaluateError {
    /// It contains this quantified formula or lambda, for which no finitely many representatives
    /// are known to suffice.
    Quantifier(Term),
    /// The evaluation of a quantified formula takes more steps than are allowed.
    Limit,
    /// Somebody asked to stop: see `Evaluator::polling`.
    Interrupted,
    /// It contains this variable outside a quantifier, and no value was given for it.
    Unbound(Bound),
    /// The definition of this symbol makes use of itself.
    Circular(Symbol),
    /// Calls of recursive definitions are within one another deeper than is allowed.
    Recursion,
    /// This symbol is defined or applied with a wrong number of arguments.
    Arity(Symbol),
    /// This term speaks of an element that its universe does not have.
    OutsideUniverse(Term),
    /// The arguments of this term have values of other sorts than its operator takes.
    IllSorted(Term),
}

impl fmt::Display for EvaluateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvaluateError::Quantifier(_) => {
                write!(f, "a quantified formula or lambda is of a form that cannot be evaluated")
            }
            EvaluateError::Limit => {
                write!(f, "the evaluation of a quantified formula takes too many steps")
            }
            EvaluateError::Interrupted => write!(f, "the evaluation was interrupted"),
            EvaluateError::Unbound(_) => write!(f, "a bound variable occurs free"),
            EvaluateError::Circular(_) => write!(f, "a definition makes use of itself"),
            EvaluateError::Recursion => write!(f, "calls of recursive definitions nest too deep"),
            EvaluateError::Arity(_) => write!(f, "a definition has a wrong number of parameters"),
            EvaluateError::OutsideUniverse(_) => {
                write!(f, "an element lies outside the universe of its sort")
            }
            EvaluateError::IllSorted(_) => write!(f, "a term is applied to values of wrong sorts"),
        }
    }
}

impl std::error::Error for EvaluateError {}
