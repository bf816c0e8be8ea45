//! A recording asked again.

use buttress_budget::{Budget, Exhausted};

use super::operation::{Operation, Recording};
use crate::query::{Query, SatResult};
use crate::solver::Solver;

/// How a replay went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Replayed {
    /// Queries answered.
    pub queries: usize,
    /// Those among them that were satisfiable.
    pub sat: usize,
    /// The position, among the operations, of the first answer unlike the recorded one.
    pub disagreement: Option<usize>,
}

impl Recording {
    /// Asks solvers made with `seed` the same again.
    pub fn replay(&self, seed: u64, budget: &Budget) -> Result<Replayed, Exhausted> {
        let mut solver = Solver::with_seed(seed);
        let mut replayed = Replayed::default();
        for (position, operation) in self.operations.iter().enumerate() {
            let Some(given) = operation.apply(&mut solver, seed, budget)? else { continue };
            replayed.queries += 1;
            replayed.sat += usize::from(given == SatResult::Sat);
            if !matches!(operation, Operation::Query { answer, .. } if *answer == given) {
                replayed.disagreement = replayed.disagreement.or(Some(position));
            }
        }
        Ok(replayed)
    }
}

impl Operation {
    /// Does the same to `solver`; answers if it is a query. A new solver gets `seed`.
    fn apply(
        &self,
        solver: &mut Solver,
        seed: u64,
        budget: &Budget,
    ) -> Result<Option<SatResult>, Exhausted> {
        match self {
            &Operation::Fresh { vars, activation } => {
                *solver = Solver::with_seed(seed);
                solver.reserve(vars.max(activation.index() + 1));
                solver.activation = Some(activation);
            }
            &Operation::Vars(vars) => solver.reserve(vars),
            Operation::Fanin(fanin) => solver.set_fanin(fanin.clone()),
            Operation::Gates(gates) => solver.set_gates(gates.clone()),
            &Operation::Keep(var) => solver.keep_in_cone(var),
            Operation::Clause(clause) => solver.add_clause(clause),
            Operation::Query { assumptions, clause, cone, .. } => {
                let query = Query { assumptions, clause: clause.as_deref(), cone: *cone };
                return solver.query(&query, budget).map(Some);
            }
        }
        Ok(None)
    }
}
