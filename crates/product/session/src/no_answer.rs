//! Why there is no answer: a kind with a code, which front ends explain, and the words of this run.

use std::fmt;

use buttress_budget::Exhausted;
use buttress_circuit::CircuitUnknown;
use buttress_decide::UnknownReason;
use buttress_horn::HornUnknown;
use buttress_numbers_certify::Failure;

/// Why there is no answer, as far as it matters for what may be tried next. Each kind has a code, and `buttress explain` a
/// page about it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UnknownKind {
    /// The time limit was reached.
    Time,
    /// The memory limit was reached.
    Memory,
    /// Somebody asked to stop.
    Interrupt,
    /// The limit of effort was reached.
    Effort,
    /// Searched to the bound that was asked for.
    Bound,
    /// The engines have nothing left to try.
    GaveUp,
    /// There is an answer, but no evidence that the checker can accept.
    Uncertified,
    /// The trace that was found leans on a value that SMT-LIB leaves open.
    Choice,
    /// A part of the system that no engine can treat.
    Unsupported,
    /// A proof needs to know more of arrays or datatypes than is looked at.
    Coarse,
    /// Neither a ranking nor a state that comes back was found.
    Unranked,
    /// A product or quotient of unknowns.
    Nonlinear,
    /// A quantified formula inside the fragments was too hard.
    Quantifier,
    /// A quantified formula is outside the fragments.
    Fragment,
    /// A theory gave up.
    Incomplete,
    /// Liveness and justice are not decided.
    Liveness,
    /// The check stands where its script lets nothing be decided.
    Script,
}

impl UnknownKind {
    /// All kinds, in the order of their codes.
    pub const ALL: [UnknownKind; 17] = [
        UnknownKind::Time,
        UnknownKind::Memory,
        UnknownKind::Interrupt,
        UnknownKind::Effort,
        UnknownKind::Bound,
        UnknownKind::GaveUp,
        UnknownKind::Uncertified,
        UnknownKind::Choice,
        UnknownKind::Unsupported,
        UnknownKind::Coarse,
        UnknownKind::Unranked,
        UnknownKind::Nonlinear,
        UnknownKind::Quantifier,
        UnknownKind::Fragment,
        UnknownKind::Incomplete,
        UnknownKind::Liveness,
        UnknownKind::Script,
    ];

    /// The code, for `buttress explain`.
    pub fn code(self) -> &'static str {
        match self {
            UnknownKind::Time => "UN0001",
            UnknownKind::Memory => "UN0002",
            UnknownKind::Interrupt => "UN0003",
            UnknownKind::Effort => "UN0004",
            UnknownKind::Bound => "UN0005",
            UnknownKind::GaveUp => "UN0006",
            UnknownKind::Uncertified => "UN0007",
            UnknownKind::Choice => "UN0008",
            UnknownKind::Unsupported => "UN0009",
            UnknownKind::Coarse => "UN0010",
            UnknownKind::Unranked => "UN0011",
            UnknownKind::Nonlinear => "UN0012",
            UnknownKind::Quantifier => "UN0013",
            UnknownKind::Fragment => "UN0014",
            UnknownKind::Incomplete => "UN0015",
            UnknownKind::Liveness => "UN0016",
            UnknownKind::Script => "UN0017",
        }
    }

    /// The kind with this code.
    pub fn of_code(code: &str) -> Option<UnknownKind> {
        UnknownKind::ALL.into_iter().find(|kind| kind.code() == code)
    }
}

impl From<Exhausted> for UnknownKind {
    fn from(exhausted: Exhausted) -> UnknownKind {
        match exhausted {
            Exhausted::Time => UnknownKind::Time,
            Exhausted::Memory => UnknownKind::Memory,
            Exhausted::Interrupt => UnknownKind::Interrupt,
            Exhausted::Effort => UnknownKind::Effort,
        }
    }
}

impl From<&CircuitUnknown> for UnknownKind {
    fn from(reason: &CircuitUnknown) -> UnknownKind {
        match reason {
            CircuitUnknown::Budget(exhausted) => (*exhausted).into(),
            CircuitUnknown::NoCertificate => UnknownKind::Uncertified,
            CircuitUnknown::Bound(_) => UnknownKind::Bound,
        }
    }
}

impl From<&HornUnknown> for UnknownKind {
    fn from(reason: &HornUnknown) -> UnknownKind {
        match reason {
            HornUnknown::Budget(exhausted) => (*exhausted).into(),
            HornUnknown::GaveUp => UnknownKind::GaveUp,
            HornUnknown::Bound(_) => UnknownKind::Bound,
            HornUnknown::Unsupported(_) => UnknownKind::Unsupported,
        }
    }
}

impl From<&Failure> for UnknownKind {
    fn from(failure: &Failure) -> UnknownKind {
        match failure {
            Failure::Exhausted(exhausted) => (*exhausted).into(),
            _ => UnknownKind::Uncertified,
        }
    }
}

impl From<&UnknownReason> for UnknownKind {
    fn from(reason: &UnknownReason) -> UnknownKind {
        match reason {
            UnknownReason::Exhausted(exhausted) => (*exhausted).into(),
            UnknownReason::Nonlinear(_) => UnknownKind::Nonlinear,
            UnknownReason::Quantifier(_) => UnknownKind::Quantifier,
            UnknownReason::Outside(..) => UnknownKind::Fragment,
            UnknownReason::Incomplete(_) => UnknownKind::Incomplete,
        }
    }
}

/// Why there is no answer, in the words of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoAnswer {
    /// The kind of reason.
    pub kind: UnknownKind,
    /// For a person.
    pub text: String,
}

impl NoAnswer {
    /// A reason of this kind, in these words.
    pub fn new(kind: UnknownKind, text: impl Into<String>) -> NoAnswer {
        NoAnswer { kind, text: text.into() }
    }
}

impl From<Exhausted> for NoAnswer {
    fn from(exhausted: Exhausted) -> NoAnswer {
        NoAnswer::new(exhausted.into(), exhausted.to_string())
    }
}

impl From<&HornUnknown> for NoAnswer {
    fn from(reason: &HornUnknown) -> NoAnswer {
        NoAnswer::new(reason.into(), reason.to_string())
    }
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_count_up() {
        for (place, kind) in UnknownKind::ALL.into_iter().enumerate() {
            assert_eq!(kind.code(), format!("UN{:04}", place + 1), "{kind:?}");
            assert_eq!(UnknownKind::of_code(kind.code()), Some(kind));
        }
    }
}
