//! The replay of a trace: is it a computation that ends in the bad signal?

use buttress_circuit::{Circuit, Node, Reset, Trace};
use buttress_prop::{Lit, Var};

use crate::TraceFlaw;

/// Simulates the trace and answers with its number of transitions.
pub fn replay(circuit: &Circuit, bad: Lit, trace: &Trace) -> Result<usize, TraceFlaw> {
    let Some(last) = trace.inputs.len().checked_sub(1) else {
        return Err(TraceFlaw::Empty);
    };
    let (expected, found) = (circuit.latches.len(), trace.initial.len());
    if expected != found {
        return Err(TraceFlaw::Latches { expected, found });
    }
    let mut pair = Pair { circuit, values: vec![false; circuit.vars()] };
    let mut state = trace.initial.clone();
    for (step, inputs) in trace.inputs.iter().enumerate() {
        let (expected, found) = (circuit.inputs.len(), inputs.len());
        if expected != found {
            return Err(TraceFlaw::Inputs { step, expected, found });
        }
        pair.load(&state, inputs)?;
        if step == 0 {
            pair.check_resets()?;
        }
        let is_false = |&lit: &Lit| !pair.value(lit);
        if let Some(constraint) = circuit.constraints.iter().position(is_false) {
            return Err(TraceFlaw::Constraint { step, constraint });
        }
        for (value, latch) in state.iter_mut().zip(&circuit.latches) {
            *value = pair.value(latch.next);
        }
    }
    if pair.value(bad) { Ok(last) } else { Err(TraceFlaw::NotBad { step: last }) }
}

/// One (state, input) pair: the value of every variable.
struct Pair<'a> {
    circuit: &'a Circuit,
    values: Vec<bool>,
}

impl Pair<'_> {
    fn value(&self, lit: Lit) -> bool {
        self.values[lit.var().index()] != lit.is_negative()
    }

    /// Takes the state and the inputs, and computes the gates.
    fn load(&mut self, state: &[bool], inputs: &[bool]) -> Result<(), TraceFlaw> {
        for (latch, &value) in self.circuit.latches.iter().zip(state) {
            self.values[latch.var.index()] = value;
        }
        for (input, &value) in self.circuit.inputs.iter().zip(inputs) {
            self.values[input.index()] = value;
        }
        for &gate in &self.circuit.ands {
            if let Some(Node::And(left, right)) = self.circuit.nodes.get_at(gate) {
                self.values[gate.index()] = self.value(*left) && self.value(*right);
            }
        }
        self.confirm()
    }

    /// Every gate has the value of its definition, in whatever order they were computed.
    fn confirm(&self) -> Result<(), TraceFlaw> {
        for (index, node) in self.circuit.nodes.iter().enumerate() {
            let expected = match *node {
                Node::False => false,
                Node::And(left, right) => self.value(left) && self.value(right),
                Node::Input | Node::Latch(_) | Node::Unused => continue,
            };
            if self.values[index] != expected {
                return Err(TraceFlaw::Gate(Var(index as u32)));
            }
        }
        Ok(())
    }

    /// Does this pair, as a first one, satisfy every reset?
    fn check_resets(&self) -> Result<(), TraceFlaw> {
        for (position, latch) in self.circuit.latches.iter().enumerate() {
            let value = self.value(latch.var.lit());
            let is_satisfied = match latch.reset {
                Reset::Free => true,
                Reset::Value(constant) => value == constant,
                Reset::Signal(signal) => value == self.value(signal),
            };
            if !is_satisfied {
                return Err(TraceFlaw::Reset { latch: position, var: latch.var });
            }
        }
        Ok(())
    }
}
