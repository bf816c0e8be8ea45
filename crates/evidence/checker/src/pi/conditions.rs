//! The verification conditions of a function, from its tree (`docs/certificate-programs.md`).
//!
//! This is the checker's own reading of what has to be shown; it shares the typed tree with the engines and
//! nothing else. Statements are executed by plain recursion over the tree, all walks that have come to a statement at
//! once; the ends are put into order afterwards.

mod code;
mod cycles;
mod formula;
mod join;
mod ranks;
mod shape;
mod statements;
mod value;
mod walk;
mod ways;

use buttress_budget::{Budget, Exhausted};
use buttress_logic::{Term, Terms};
use buttress_pi::Facts;
use buttress_pi::program::{FunctionId, Program};

pub use cycles::Cycles;
use statements::Executor;

/// What the conditions are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scope {
    /// Subscripts, divisions, lengths of new arrays?
    pub runtime: bool,
    /// Rankings?
    pub termination: bool,
}

/// One condition: the hypotheses imply the goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// In order.
    pub hypotheses: Vec<Term>,
    /// What has to be shown.
    pub goal: Term,
}

/// Why there are no conditions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
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
) -> Result<(Terms, Vec<Condition>), Trouble> {
    let mut terms = Terms::new();
    let conditions =
        Executor::new(&mut terms, program, cycles, facts, function, scope, budget).run();
    budget.poll().map_err(Trouble::Exhausted)?;
    Ok((terms, conditions.ok_or(Trouble::Size)?))
}

#[cfg(test)]
mod tests;
