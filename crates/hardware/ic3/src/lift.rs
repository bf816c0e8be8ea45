//! Lifting: from one (state, input) pair to all states that behave alike under those inputs.
//!
//! First, values are justified from the targets backwards through the circuit, which leaves
//! latches out that no target needs; then a core of the query "these latches and inputs,
//! yet some target or constraint false" leaves out more.

use buttress_budget::{Budget, Exhausted};
use buttress_circuit::Node;
use buttress_clausal::TransitionRelation;
use buttress_prop::{Cube, Gate, IndexVec, Lit, Var};
use buttress_sat::{Query, SatResult, Solver};

use crate::frames::Frames;

pub(crate) struct Lifted {
    pub(crate) state: Cube,
    pub(crate) inputs: Cube,
}

pub(crate) struct Lifting {
    /// The clauses of the step alone: no constraints, no frames.
    solver: Solver,
    justified: IndexVec<Var, u32>,
    stamp: u32,
}

impl Lifting {
    pub(crate) fn new(relation: &TransitionRelation, seed: u64) -> Lifting {
        let justified = IndexVec::filled(0, relation.circuit.vars());
        Lifting { solver: relation.justifying_solver(seed), justified, stamp: 0 }
    }

    /// Lifts the model of the frames' solver, in which every target and constraint is true.
    pub(crate) fn lift(
        &mut self,
        frames: &Frames,
        targets: &[Lit],
        budget: &Budget,
    ) -> Result<Lifted, Exhausted> {
        let relation = frames.relation();
        let (mut latches, inputs) = self.justify(relation, frames.solver(), targets);
        latches.sort_by(|a, b| frames.activity().compare(*b, *a));
        let mut assumptions = inputs.clone();
        assumptions.extend_from_slice(&latches);
        // latches ∧ inputs ∧ (¬target₁ ∨ … ∨ ¬constraint₁ ∨ …)
        let wanted = targets.iter().chain(&relation.circuit.constraints);
        let clause: Vec<Lit> = wanted.map(|&lit| !lit).collect();
        let query = Query { assumptions: &assumptions, clause: Some(&clause), cone: true };
        match self.solver.query(&query, budget)? {
            SatResult::Unsat => {
                let is_latch = |lit: &Lit| relation.circuit.is_latch(lit.var());
                let core = self.solver.core().iter().copied().filter(is_latch);
                Ok(Lifted { state: core.collect(), inputs: Cube::new(inputs) })
            }
            SatResult::Sat => unreachable!("justified values determine the targets"),
        }
    }

    /// Latches and inputs, with their values, that make the targets and constraints true.
    ///
    /// Every gate that is met has a value in the model, because the model justifies the values it has.
    fn justify(
        &mut self,
        relation: &TransitionRelation,
        source: &Solver,
        targets: &[Lit],
    ) -> (Vec<Lit>, Vec<Lit>) {
        self.stamp += 1;
        let (mut latches, mut inputs) = (Vec::new(), Vec::new());
        let mut pending: Vec<Var> = Vec::new();
        pending.extend(targets.iter().chain(&relation.circuit.constraints).map(|lit| lit.var()));
        let is = |lit: Lit, value: bool| source.value(lit) == Some(value);
        while let Some(var) = pending.pop() {
            if std::mem::replace(&mut self.justified[var], self.stamp) == self.stamp {
                continue;
            }
            let value = is(var.lit(), true);
            debug_assert!(value || is(var.lit(), false), "{var:?} has no value");
            match relation.gates().of(var) {
                None => match relation.circuit.nodes[var] {
                    Node::Latch(_) => latches.push(var.lit_with(value)),
                    Node::Input => inputs.push(var.lit_with(value)),
                    Node::And(..) | Node::False | Node::Unused => {}
                },
                Some(Gate::And(literals)) if value => {
                    pending.extend(literals.iter().map(|lit| lit.var()));
                }
                Some(Gate::And(literals)) => {
                    let is_false = literals.iter().filter(|&&lit| is(lit, false));
                    pending.extend(self.cheapest(is_false.map(|lit| lit.var())));
                }
                Some(Gate::Mux(condition, yes, no)) => {
                    let agrees = |lit: Lit| is(lit, value);
                    if agrees(yes) && agrees(no) && source.value(condition).is_none() {
                        pending.extend([yes.var(), no.var()]);
                    } else {
                        let selected = if is(condition, true) { yes } else { no };
                        pending.extend([condition.var(), selected.var()]);
                    }
                }
            }
        }
        (latches, inputs)
    }

    /// A variable that is justified already, else the one defined first.
    fn cheapest(&self, vars: impl Iterator<Item = Var>) -> Option<Var> {
        vars.min_by_key(|&var| (self.justified[var] != self.stamp, var))
    }
}
