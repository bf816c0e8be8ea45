//! Why a term has no value.

use std::fmt;

use buttress_budget::Exhausted;

/// Why a term has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EvaluationFailure {
    /// It contains a quantified formula or lambda for which no finitely many values are known to
    /// stand for all.
    Quantifier,
    /// Its quantified formulas take more steps than are allowed.
    Limit,
    /// A number in it has too many digits.
    Digits,
    /// Definitions or quantifiers nest too deep.
    Depth,
    /// It contains a variable outside of what binds it.
    Unbound,
    /// A definition makes use of itself.
    Circular,
    /// A symbol is applied to a wrong number of arguments.
    Arity,
    /// It speaks of an element that its universe does not have.
    OutsideUniverse,
    /// It applies an operator to values of other sorts than that takes.
    IllSorted,
    /// It contains an operator that only proofs use.
    NoMeaning,
    /// A limit of the whole check was met.
    Exhausted(Exhausted),
}

impl EvaluationFailure {
    /// May there be a value, although none was found?
    pub fn is_limit(self) -> bool {
        matches!(
            self,
            EvaluationFailure::Quantifier
                | EvaluationFailure::Limit
                | EvaluationFailure::Digits
                | EvaluationFailure::Depth
                | EvaluationFailure::Exhausted(_)
        )
    }

    /// Does nothing that comes later help?
    pub fn is_final(self) -> bool {
        matches!(self, EvaluationFailure::Limit | EvaluationFailure::Exhausted(_))
    }
}

impl fmt::Display for EvaluationFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EvaluationFailure::Quantifier => {
                "a quantified formula or lambda is of a form that cannot be evaluated"
            }
            EvaluationFailure::Limit => {
                "the evaluation of a quantified formula takes too many steps"
            }
            EvaluationFailure::Digits => "a number has too many digits",
            EvaluationFailure::Depth => "definitions or quantifiers nest too deep",
            EvaluationFailure::Unbound => "a bound variable occurs free",
            EvaluationFailure::Circular => "a definition makes use of itself",
            EvaluationFailure::Arity => "a definition has a wrong number of parameters",
            EvaluationFailure::OutsideUniverse => {
                "an element lies outside the universe of its sort"
            }
            EvaluationFailure::IllSorted => "a term is applied to values of wrong sorts",
            EvaluationFailure::NoMeaning => "a term has a meaning only in proofs",
            EvaluationFailure::Exhausted(exhausted) => return exhausted.fmt(f),
        })
    }
}

impl From<Exhausted> for EvaluationFailure {
    fn from(exhausted: Exhausted) -> EvaluationFailure {
        EvaluationFailure::Exhausted(exhausted)
    }
}
