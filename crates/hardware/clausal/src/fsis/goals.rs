//! The goals of FSIS: the pairs and states whose exclusion Π demands.
//!
//! Invariant: from every state of a subgoal there is a computation to a bad pair, through the
//! goal it leads to; a goal that is not open cannot be reached in one step from Π ∧ χ.

use buttress_budget::{Budget, Exhausted};
use buttress_circuit::Trace;
use buttress_prop::Cube;

use crate::TransitionRelation;
use crate::hypotheses::{Hypotheses, Predecessor, Target};

/// A counterexample to induction and the goal that it steps to.
#[derive(Clone, Debug)]
pub(super) struct Cti {
    predecessor: Predecessor,
    leads_to: Goal,
}

impl Cti {
    /// The states; all of them step to the goal.
    pub(super) fn state(&self) -> &Cube {
        &self.predecessor.state
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Goal {
    Bad,
    /// A position among the subgoals.
    Subgoal(usize),
}

#[derive(Clone, Debug)]
pub(super) struct Goals {
    subgoals: Vec<Cti>,
    /// The goals that may still be reachable in one step, the newest last.
    open: Vec<Goal>,
}

impl Goals {
    /// The property alone.
    pub(super) fn new() -> Goals {
        Goals { subgoals: Vec::new(), open: vec![Goal::Bad] }
    }

    /// Makes the exclusion of the state a subgoal.
    pub(super) fn adopt(&mut self, cti: Cti) {
        self.open.push(Goal::Subgoal(self.subgoals.len()));
        self.subgoals.push(cti);
    }

    /// A state with Π ∧ χ that steps to an open goal. Goals found closed on the way stay closed.
    pub(super) fn cti(
        &mut self,
        hypotheses: &mut Hypotheses,
        budget: &Budget,
    ) -> Result<Option<Cti>, Exhausted> {
        while let Some(&leads_to) = self.open.last() {
            let target = match leads_to {
                Goal::Bad => Target::Bad,
                Goal::Subgoal(position) => Target::State(self.subgoals[position].state()),
            };
            if let Some(predecessor) = hypotheses.predecessor(target, budget)? {
                return Ok(Some(Cti { predecessor, leads_to }));
            }
            self.open.pop();
        }
        Ok(None)
    }

    /// The computation from a first state in `cti` to a bad pair.
    pub(super) fn trace(&self, cti: &Cti, relation: &TransitionRelation) -> Trace {
        let value = |latch: buttress_prop::Var| {
            let literal = cti.state().iter().find(|lit| lit.var() == latch);
            literal.map(|lit| lit.is_positive()).or(relation.reset(latch)).unwrap_or(false)
        };
        let initial = relation.circuit.latches.iter().map(|latch| value(latch.var)).collect();
        let mut inputs = Vec::new();
        let mut now = cti;
        loop {
            inputs.push(now.predecessor.inputs.clone());
            match now.leads_to {
                Goal::Subgoal(position) => now = &self.subgoals[position],
                Goal::Bad => break,
            }
        }
        inputs.push(now.predecessor.next_inputs.clone());
        Trace { initial, inputs }
    }
}
