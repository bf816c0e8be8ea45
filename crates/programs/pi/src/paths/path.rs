//! Basic paths as data.

use std::sync::Arc;

use buttress_logic::Term;

use super::goal::Goal;
use super::state::{State, Symbolic};
use crate::Span;
use crate::program::{FunctionId, Point, VariableId};

/// The paths of one function, in the order of the text.
#[derive(Clone, Debug)]
pub struct Paths {
    /// In the order found.
    pub paths: Vec<BasicPath>,
    /// Were there no more than allowed?
    pub is_complete: bool,
}

/// From one annotation to the next.
///
/// If there are more than [`MOST_LISTED`](super::MOST_LISTED) ways from an annotation on, the paths from there are joined where branches meet: a
/// path stands for all ways to its end, which its steps list.
#[derive(Clone, Debug)]
pub struct BasicPath {
    /// In which function.
    pub function: FunctionId,
    /// `Pre` or a loop.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
    /// What happens on the way, for people.
    pub steps: Vec<Step>,
    /// What may be assumed, in order.
    pub hypotheses: Vec<Hypothesis>,
    /// The variables at the beginning.
    pub start: State,
    /// The variables at the end; at `Post`, `rv` among them.
    pub end: State,
    /// What has to be shown, each by itself. Never empty except at points whose annotation is `true`.
    pub goals: Vec<Goal>,
}

/// A formula that may be assumed, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hypothesis {
    /// The formula.
    pub formula: Term,
    /// Why.
    pub origin: Origin,
}

/// Why something may be assumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A conjunct of the annotation where the path begins, with its position; inferred facts come after the user's own.
    Annotation(usize),
    /// A branch was taken because of the condition at this span.
    Branch(Span),
    /// An assignment, or a declaration with a value.
    Assignment(Span),
    /// A conjunct of the `@post` of a function that was called at this span.
    Call(Span),
    /// A statement `@ F;`, or a check as the program runs, that has been passed.
    Passed(Span),
    /// Lengths are not negative, and the like.
    Nature,
    /// The name of a value where branches meet, under the guard of one of them.
    Joined,
    /// One of the branches that meet was taken.
    Ways,
}

/// One thing that happens on a path, for people.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    /// `assume c`, or `assume !c`
    Assume {
        /// Where c is.
        condition: Span,
        /// Did it hold?
        holds: bool,
    },
    /// A statement that was executed.
    Execute {
        /// Where it is.
        statement: Span,
        /// The variable that changed and its value afterwards, if one did.
        changed: Option<(VariableId, Symbolic)>,
    },
    /// A call, by contract.
    Call {
        /// Of what.
        function: FunctionId,
        /// Where.
        span: Span,
        /// What the arguments are.
        arguments: Vec<Symbolic>,
        /// What it answered.
        result: Option<Symbolic>,
    },
    /// One of several ways, which meet again.
    Either(Arc<Vec<Way>>),
}

/// One of several ways that meet again.
#[derive(Clone, PartialEq, Debug)]
pub struct Way {
    /// It holds if this way was taken, and then no other one does.
    pub guard: Term,
    /// What happens on it.
    pub steps: Vec<Step>,
}
