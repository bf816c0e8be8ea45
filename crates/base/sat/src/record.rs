//! Recording: what a solver was asked, kept so that other solvers can be asked the same.
//!
//! A recording is the list of calls that changed the solver or queried it, with the answers. It
//! begins with what the solver held when the recording started, so an engine can switch it on
//! late. Calls that only steer the search (phases, seeds) are left out.
//!
//! As text it has one operation a line; variable v is written v + 1, negated literals are
//! negative, and 0 closes a list, as in DIMACS:
//! ```text
//! fresh VARS A         a new solver with so many variables; A activates query clauses
//! vars VARS            from now on so many variables exist
//! fanin V … 0 V … 0    what each variable is defined from
//! gates - a L … 0      the definitions: none, a conjunction, `m L L L 0` for a multiplexer
//! keep V               the variable belongs to every cone
//! c L … 0              a clause
//! q a L … 0 t L … 0 cone|whole sat|unsat    a query; `t` and its list only with a query clause
//! ```

mod text;

use std::sync::Arc;

use buttress_budget::{Budget, Exhausted};
use buttress_prop::{Fanin, Gates, Lit, Var};

use crate::arena::{ClauseRef, Kind};
use crate::{Answer, Query, Solver};

pub use text::RecordingError;

/// One call to a solver.
#[derive(Clone, Debug)]
pub enum Operation {
    /// A new solver takes the place of the old one.
    Fresh {
        /// How many variables it has.
        vars: usize,
        /// The variable it activates query clauses with: no clause and no query names it.
        activation: Var,
    },
    /// From now on so many variables exist.
    Vars(usize),
    /// `Solver::set_fanin`.
    Fanin(Arc<Fanin>),
    /// `Solver::set_gates`.
    Gates(Arc<Gates>),
    /// `Solver::keep_in_cone`.
    Keep(Var),
    /// `Solver::add_clause`.
    Clause(Vec<Lit>),
    /// `Solver::query`, with its answer. Interrupted queries are not kept.
    Query {
        /// Literals that must be true.
        assumptions: Vec<Lit>,
        /// The query's own clause.
        clause: Option<Vec<Lit>>,
        /// Was the search restricted to the cone?
        cone: bool,
        /// What the recorded solver said.
        answer: Answer,
    },
}

/// What a solver was asked, in order.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    /// The calls. The first one, if any, is `Operation::Fresh`.
    pub operations: Vec<Operation>,
}

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
    /// How many queries were recorded.
    pub fn queries(&self) -> usize {
        let is_query = |operation: &&Operation| matches!(operation, Operation::Query { .. });
        self.operations.iter().filter(is_query).count()
    }

    /// Asks solvers made with `seed` the same again.
    pub fn replay(&self, seed: u64, budget: &Budget) -> Result<Replayed, Exhausted> {
        let mut solver = Solver::with_seed(seed);
        let mut replayed = Replayed::default();
        for (position, operation) in self.operations.iter().enumerate() {
            let Some(given) = operation.apply(&mut solver, seed, budget)? else { continue };
            replayed.queries += 1;
            replayed.sat += usize::from(given == Answer::Sat);
            if !matches!(operation, Operation::Query { answer, .. } if *answer == given) {
                replayed.disagreement = replayed.disagreement.or(Some(position));
            }
        }
        Ok(replayed)
    }

    fn note_vars(&mut self, vars: usize) {
        match self.operations.last_mut() {
            Some(Operation::Vars(last)) => *last = vars,
            _ => self.operations.push(Operation::Vars(vars)),
        }
    }
}

impl Operation {
    /// Does the same to `solver`; answers if it is a query. A new solver gets `seed`.
    fn apply(
        &self,
        solver: &mut Solver,
        seed: u64,
        budget: &Budget,
    ) -> Result<Option<Answer>, Exhausted> {
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

impl Solver {
    /// Records from now on, beginning with what the solver holds.
    pub fn start_recording(&mut self) {
        self.continue_recording(Recording::default());
    }

    /// Records from now on at the end of `recording`: this solver replaces the one that was
    /// recorded there.
    pub fn continue_recording(&mut self, mut recording: Recording) {
        self.return_to_level_zero();
        // Made now: later its number would depend on the search, and a replay could not know it.
        let activation = match self.activation {
            Some(var) => var,
            None => self.new_var(),
        };
        self.activation = Some(activation);
        recording.operations.push(Operation::Fresh { vars: self.vars(), activation });
        self.snapshot(&mut recording.operations);
        self.recording = Some(Box::new(recording));
    }

    /// Stops recording and hands over what was recorded.
    pub fn take_recording(&mut self) -> Option<Recording> {
        self.recording.take().map(|recording| *recording)
    }

    /// What the solver holds, but for the learnt clauses.
    fn snapshot(&self, operations: &mut Vec<Operation>) {
        operations.push(Operation::Fanin(self.cone.fanin().clone()));
        operations.extend(self.frontier.gates().cloned().map(Operation::Gates));
        operations.extend(self.cone.always().iter().copied().map(Operation::Keep));
        if self.inconsistent {
            operations.push(Operation::Clause(Vec::new()));
        }
        operations.extend(self.trail.iter().map(|&lit| Operation::Clause(vec![lit])));
        let watches = self.watches.iter().flatten();
        let mut given: Vec<ClauseRef> = watches
            .map(|watch| watch.clause())
            .filter(|&clause| self.arena.kind(clause) == Kind::Given)
            .collect();
        // The arena keeps clauses in the order they came; each is watched twice.
        given.sort_unstable_by_key(|clause| clause.0);
        given.dedup();
        let clauses = given.into_iter().map(|clause| self.arena.lits(clause).collect());
        operations.extend(clauses.map(Operation::Clause));
    }

    pub(crate) fn record(&mut self, operation: impl FnOnce() -> Operation) {
        if let Some(recording) = &mut self.recording {
            recording.operations.push(operation());
        }
    }

    pub(crate) fn record_vars(&mut self) {
        let vars = self.vars();
        if let Some(recording) = &mut self.recording {
            recording.note_vars(vars);
        }
    }
}

#[cfg(test)]
mod tests;
