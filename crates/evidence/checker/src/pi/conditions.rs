//! The verification conditions of a function, from its tree (`docs/certificate-programs.md`).
//!
//! This is the checker's own reading of what has to be shown; it shares the typed tree with the engines and
//! nothing else. Statements are executed by plain recursion over the tree, all walks that have come to a statement at
//! once; the ends are put into order afterwards.

mod code;
mod condition;
mod cycles;
mod formula;
mod join;
mod point;
mod ranking;
mod ranks;
mod shape;
mod statements;
mod value;
mod walk;
mod ways;

use buttress_budget::{Budget, Exhausted};
use buttress_logic::Terms;
use buttress_pi::Facts;
use buttress_pi::program::{FunctionId, Program};

pub use condition::{Condition, Scope};
pub use cycles::Cycles;
use statements::Executor;

/// Why there are no conditions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConditionsFailure {
    /// There are too many of them, or they are too large.
    Size,
    /// A limit was met.
    Exhausted(Exhausted),
}

/// The conditions of a function in their order, and the store they are in.
pub fn conditions(
    program: &Program,
    cycles: &Cycles,
    facts: &Facts,
    function: FunctionId,
    scope: Scope,
    budget: &Budget,
) -> Result<(Terms, Vec<Condition>), ConditionsFailure> {
    let mut terms = Terms::new();
    let conditions =
        Executor::new(&mut terms, program, cycles, facts, function, scope, budget).run();
    budget.poll().map_err(ConditionsFailure::Exhausted)?;
    Ok((terms, conditions.ok_or(ConditionsFailure::Size)?))
}

#[cfg(test)]
mod tests;
