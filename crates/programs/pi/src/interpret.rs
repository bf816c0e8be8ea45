//! The interpreter: executes functions on values and watches over annotations.
//!
//! ```text
//! Program ─Code─▶ instructions, formulas ─Machine─▶ RunOutcome
//! ```
//!
//! Annotations are evaluated exactly or not at all: `plan` and `points` say how quantifiers over all integers are decided in
//! a state, and why the answer is exact. Looking for inputs of failing runs is a matter of `run`.

mod blame;
mod code;
mod compile;
mod cube;
mod divergence;
mod evaluate;
mod formula;
mod inputs;
mod linear;
mod machine;
mod operate;
mod outcome;
mod plan;
mod points;
mod run_limits;
mod state_formula;
mod watcher;
mod witness;

pub use blame::Blame;
pub use divergence::{Divergence, Visit, diverges, state_at_visit};
pub use evaluate::{Evaluation, Undetermined};
pub use formula::{Formula, Node, OperandKind, Quantifier};
pub use inputs::Inputs;
pub use linear::Linear;
pub use machine::Machine;
pub use outcome::{RunLimit, RunOutcome, Violation};
pub use run_limits::Limits;
pub use state_formula::StateFormula;
pub use watcher::{Unwatched, Watcher};

use buttress_budget::Budget;

use crate::program::{FunctionId, Program, VariableId};
use crate::{Facts, Value};

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
) -> RunOutcome {
    Machine::new(program, facts).call(function, globals, arguments, limits, watcher, budget)
}
