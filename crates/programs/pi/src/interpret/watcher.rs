//! What the interpreter tells as it goes.

use super::outcome::Violation;
use crate::program::{FunctionId, LoopId};
use crate::{Span, Value};

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

    /// Is that enough? Asked where a loop is met or a function is entered; the run is [`TooLong`](super::RunOutcome::TooLong) then.
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
