//! How runs end, and what they violate.

use buttress_budget::Exhausted;

use crate::paths::{GoalKind, Point};
use crate::program::FunctionId;
use crate::{Span, Value};

/// How a run ended.
#[derive(Clone, PartialEq, Debug)]
pub enum RunOutcome {
    /// The function returned this (none for `void`), and nothing was violated.
    Returned(Option<Value>),
    /// The arguments do not satisfy `@pre`: the conjunct with this position is false.
    BadArguments(usize),
    /// Something that should hold did not.
    Violated(Box<Violation>),
    /// A limit was met.
    TooLong(RunLimit),
    /// An annotation could not be evaluated; the run says nothing from there on. Also the answer to arguments of
    /// wrong types.
    Undetermined(Span),
}

/// A limit of runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunLimit {
    /// So many statements.
    Steps,
    /// Calls within calls.
    Depth,
    /// How long arrays and numbers may be.
    Size,
    /// Time, memory or effort, or somebody asked to stop.
    Budget(Exhausted),
    /// Whoever watches has seen enough.
    Watcher,
}

/// What did not hold, where and when.
#[derive(Clone, PartialEq, Debug)]
pub struct Violation {
    /// The function that was running; the caller, if `@pre` of a called function does not hold.
    pub function: FunctionId,
    /// What did not hold.
    pub what: Point,
    /// Which of the goals there.
    pub goal: GoalKind,
    /// The conjunct of the annotation, with its position (inferred facts come after the user's own), or the component of
    /// the ranking; 0 for checks at run time and rankings that do not decrease.
    pub conjunct: usize,
    /// Where it is written; of an inferred fact, the loop.
    pub span: Span,
    /// The variables of the running function then; none for those that did not exist.
    pub state: Vec<Option<Value>>,
    /// How many statements were executed before.
    pub steps: u64,
    /// How deep in calls; 0 is the function that was called first.
    pub depth: u32,
}
