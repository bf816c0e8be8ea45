//! Why a run does not go on, and what did not hold.

use crate::Span;
use crate::interpret::outcome::{RunLimit, Violation};
use crate::paths::{Check, GoalKind, Point};

/// Why a run does not go on.
pub(super) enum RunStop {
    /// The arguments do not satisfy this conjunct of `@pre`.
    BadArguments(usize),
    /// Something that should hold does not.
    Violated(Box<Violation>),
    /// A check at run time fails for the expression at the span.
    Failed(Check, Span),
    /// A limit was met.
    TooLong(RunLimit),
    /// The annotation at the span cannot be evaluated.
    Undetermined(Span),
    /// Values are not of the types that the program says; resolved programs have none of these.
    Confused,
}

/// A step of a run, if the run goes on after it.
pub(super) type Progress<T = ()> = Result<T, RunStop>;

/// What does not hold, and where it is written.
pub(super) struct Failing {
    pub what: Point,
    pub goal: GoalKind,
    pub conjunct: usize,
    pub span: Span,
}
