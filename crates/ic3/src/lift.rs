//! Lifting: from one (state, input) pair to all states that behave alike under those inputs.
//!
//! First, values are justified from the targets backwards through the circuit, which leaves
//! latches out that no target needs; then a core of the query "these latches and inputs,
//! yet some target or constraint false" leaves out more.

use buttress_budget::{Budget, Exhausted};
use buttress_clausal::Step;
use buttress_prop::{Cube, IndexVec, Lit, Var};
use buttress_sat::{Answer, Query, Solver};
use buttress_system::Node;

pub(crate) struct Lifted {
    pub(crate) state: Cube,
    pub(crate) inputs: Cube,
}

pub(crate) struct Lifting {
    /// The clauses of the step alone: no constraints, no frames.
    solver: Solver,
    values: IndexVec<Var, bool>,
    evaluated: IndexVec<Var, u32>,
    justified: IndexVec<Var, u32>,
    stamp: u32,
    stack: Vec<Var>,
}

impl Lifting {
    pub(crate) fn new(step: &Step, seed: u64) -> Lifting {
        let vars = step.circuit.vars();
        Lifting {
            solver: step.justifying_solver(seed),
            values: IndexVec::filled(false, vars),
            evaluated: IndexVec::filled(0, vars),
            justified: IndexVec::filled(0, vars),
            stamp: 0,
            stack: Vec::new(),
        }
    }

    /// Lifts the model of `source`, in which every target and constraint is true.
    pub(crate) fn lift(
        &mut self,
        step: &Step,
        source: &Solver,
        targets: &[Lit],
        activity: &IndexVec<Var, f64>,
        budget: &Budget,
    ) -> Result<Lifted, Exhausted> {
        let (mut latches, inputs) = self.justify(step, source, targets);
        latches.sort_by(|a, b| activity[b.var()].total_cmp(&activity[a.var()]));
        let mut assumptions = inputs.clone();
        assumptions.extend_from_slice(&latches);
        // latches ∧ inputs ∧ (¬target₁ ∨ … ∨ ¬constraint₁ ∨ …)
        let wanted = targets.iter().chain(&step.circuit.constraints);
        let clause: Vec<Lit> = wanted.map(|&lit| !lit).collect();
        let query = Query { assumptions: &assumptions, clause: Some(&clause), cone: true };
        match self.solver.query(&query, budget)? {
            Answer::Unsat => {
                let is_latch = |lit: &Lit| step.circuit.is_latch(lit.var());
                let core = self.solver.core().iter().copied().filter(is_latch);
                Ok(Lifted { state: core.collect(), inputs: Cube::new(inputs) })
            }
            Answer::Sat => unreachable!("justified values determine the targets"),
        }
    }

    /// Latches and inputs, with their values, that make the targets and constraints true.
    fn justify(&mut self, step: &Step, source: &Solver, targets: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
        self.stamp += 1;
        let (mut latches, mut inputs) = (Vec::new(), Vec::new());
        let mut pending: Vec<Var> = Vec::new();
        for lit in targets.iter().chain(&step.circuit.constraints) {
            self.evaluate(step, source, lit.var());
            debug_assert_eq!(self.values[lit.var()], lit.is_positive());
            pending.push(lit.var());
        }
        while let Some(var) = pending.pop() {
            if std::mem::replace(&mut self.justified[var], self.stamp) == self.stamp {
                continue;
            }
            match step.circuit.nodes[var] {
                Node::Latch(_) => latches.push(var.lit_with(self.values[var])),
                Node::Input => inputs.push(var.lit_with(self.values[var])),
                Node::And(left, right) if self.values[var] => {
                    pending.extend([left.var(), right.var()]);
                }
                Node::And(left, right) => {
                    let is_false = |lit: Lit| self.values[lit.var()] == lit.is_negative();
                    let chosen = match (is_false(left), is_false(right)) {
                        (true, true) => self.cheaper(left.var(), right.var()),
                        (true, false) => left.var(),
                        _ => right.var(),
                    };
                    pending.push(chosen);
                }
                Node::False | Node::Unused => {}
            }
        }
        (latches, inputs)
    }

    /// Of two false signals, the one that is justified already, else the one defined earlier.
    fn cheaper(&self, left: Var, right: Var) -> Var {
        match (self.justified[left] == self.stamp, self.justified[right] == self.stamp) {
            (true, _) => left,
            (_, true) => right,
            _ => left.min(right),
        }
    }

    /// The value of `var` and of all it depends on, from the model's latches and inputs.
    fn evaluate(&mut self, step: &Step, source: &Solver, var: Var) {
        self.stack.push(var);
        while let Some(&var) = self.stack.last() {
            if self.evaluated[var] == self.stamp {
                self.stack.pop();
                continue;
            }
            let value = match step.circuit.nodes[var] {
                Node::And(left, right) => {
                    let open = |lit: Lit| self.evaluated[lit.var()] != self.stamp;
                    if open(left) {
                        self.stack.push(left.var());
                        continue;
                    }
                    if open(right) {
                        self.stack.push(right.var());
                        continue;
                    }
                    let is_true = |lit: Lit| self.values[lit.var()] != lit.is_negative();
                    is_true(left) && is_true(right)
                }
                Node::Latch(_) | Node::Input => source.value(var.lit()).unwrap_or(false),
                Node::False | Node::Unused => false,
            };
            self.values[var] = value;
            self.evaluated[var] = self.stamp;
            self.stack.pop();
        }
    }
}
