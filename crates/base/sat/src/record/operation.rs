//! The calls of a recording.

use std::sync::Arc;

use buttress_prop::{Fanin, Gates, Lit, Var};

use crate::query::SatResult;

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
        answer: SatResult,
    },
}

/// What a solver was asked, in order.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    /// The calls. The first one, if any, is `Operation::Fresh`.
    pub operations: Vec<Operation>,
}

impl Recording {
    /// How many queries were recorded.
    pub fn queries(&self) -> usize {
        let is_query = |operation: &&Operation| matches!(operation, Operation::Query { .. });
        self.operations.iter().filter(is_query).count()
    }

    pub(crate) fn note_vars(&mut self, vars: usize) {
        match self.operations.last_mut() {
            Some(Operation::Vars(last)) => *last = vars,
            _ => self.operations.push(Operation::Vars(vars)),
        }
    }
}
