//! The interpreter: executes functions on values and watches over annotations.
//!
//! ```text
//! Program ─Code─▶ instructions, formulas ─Machine─▶ Outcome
//!                                 inputs ─search──▶ a failing run, made small
//! ```
//!
//! Annotations are evaluated exactly or not at all: `plan` and `points` say how quantifiers over all integers are decided in
//! a state, and why the answer is exact.

mod code;
mod condition;
mod endless;
mod evaluate;
mod formula;
mod inputs;
mod linear;
mod machine;
mod minimise;
mod operate;
mod plan;
mod points;
mod repair;
mod search;
mod witness;

pub use condition::Condition;
pub use endless::{Endless, Visit, endless, visited};
pub use inputs::{Generator, Inputs, MOST_TINY};
pub use machine::Machine;
pub use minimise::{Blame, Regard, minimise};
pub use search::{Search, explore, search};

use buttress_budget::Budget;

use crate::paths::{GoalKind, Point};
use crate::program::{FunctionId, LoopId, Program, VariableId};
use crate::{Facts, Span, Value};

/// How a run ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// The function returned this (none for `void`), and nothing was violated.
    Returned(Option<Value>),
    /// The arguments do not satisfy `@pre`: the conjunct with this position is false.
    BadArguments(usize),
    /// Something that should hold did not.
    Violated(Box<Violation>),
    /// The limit of steps, of depth or of the budget was met, or values grew too large.
    TooLong,
    /// An annotation could not be evaluated; the run says nothing from there on. Also the answer to arguments of
    /// wrong types.
    Undetermined(Span),
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

/// What the interpreter tells as it goes.
pub trait Watcher {
    /// A statement of a function is about to be executed, or the condition of a branch or loop evaluated; these are
    /// its variables.
    fn step(&mut self, function: FunctionId, span: Span, state: &[Option<Value>]) {
        let _ = (function, span, state);
    }

    /// The annotation of a loop is met.
    fn at_loop(&mut self, function: FunctionId, head: LoopId, state: &[Option<Value>]) {
        let _ = (function, head, state);
    }

    /// A function is called from another, or itself; these are its variables.
    fn entered(&mut self, function: FunctionId, state: &[Option<Value>]) {
        let _ = (function, state);
    }

    /// The function that was called last returns.
    fn left(&mut self) {}

    /// Is that enough? Asked where a loop is met or a function is entered; the run is [`Outcome::TooLong`] then.
    fn is_done(&self) -> bool {
        false
    }

    /// Something that should hold does not. Does the run go on? After a check at run time it never does.
    fn violated(&mut self, violation: &Violation) -> bool {
        let _ = violation;
        false
    }

    /// The annotation at a span cannot be evaluated. Does the run go on?
    fn undetermined(&mut self, span: Span) -> bool {
        let _ = span;
        false
    }
}

/// Watches nothing.
pub struct Unwatched;

impl Watcher for Unwatched {}

/// Limits of a run, and what it evaluates.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most statements and loop tests. Copies of large values and annotations that take long to evaluate count too.
    pub steps: u64,
    /// The deepest recursion.
    pub depth: u32,
    /// Are annotations evaluated (else only checks at run time)?
    pub annotations: bool,
    /// Are rankings watched?
    pub termination: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 100_000, depth: 200, annotations: true, termination: false }
    }
}

/// Calls a function. Globals and free variables have the values given (by their numbers), arguments the others.
/// A local that is declared without a value is 0, false or empty; so are cells of new arrays, and globals that are not given.
///
/// Whoever calls functions of one program many times makes a [`Machine`].
#[allow(clippy::too_many_arguments)]
pub fn call(
    program: &Program,
    facts: &Facts,
    function: FunctionId,
    globals: &[(VariableId, Value)],
    arguments: &[Value],
    limits: &Limits,
    watcher: &mut dyn Watcher,
    budget: &Budget,
) -> Outcome {
    Machine::new(program, facts).call(function, globals, arguments, limits, watcher, budget)
}
