//! The state that a property depends on, for simple paths.
//!
//! States are compared on the latches in the cone of the bad signal and of all constraints, closed
//! under next-state and reset signals. Needed for soundness: the latches in the cone must form
//! a system of their own, whose computations extend to computations of the whole circuit, so that
//! cutting a loop out of one gives another.

use buttress_circuit::{Circuit, Node, Reset};
use buttress_prop::{IndexVec, Lit, Var};

/// What makes two states of a path different.
pub struct State {
    /// The latches in the cone, in file order.
    pub latches: Vec<Lit>,
    /// Is `first` part of the state? Where a reset reads a signal, being first ties the input to
    /// the latches, so that a later pair with the same latches cannot take the place of a first one.
    pub first: bool,
}

impl State {
    /// The state that `bad` and the constraints depend on.
    pub fn behind(circuit: &Circuit, bad: Lit) -> State {
        let mut reached = IndexVec::<Var, bool>::filled(false, circuit.vars());
        let mut pending = vec![bad.var()];
        pending.extend(circuit.constraints.iter().map(|lit| lit.var()));
        let mut first = false;
        while let Some(var) = pending.pop() {
            if std::mem::replace(&mut reached[var], true) {
                continue;
            }
            match circuit.nodes[var] {
                Node::And(left, right) => pending.extend([left.var(), right.var()]),
                Node::Latch(index) => {
                    let latch = circuit.latches[index as usize];
                    pending.push(latch.next.var());
                    if let Reset::Signal(signal) = latch.reset {
                        pending.push(signal.var());
                        first = true;
                    }
                }
                Node::False | Node::Input | Node::Unused => {}
            }
        }
        let latches = circuit.latches.iter().map(|latch| latch.var);
        let latches = latches.filter(|&var| reached[var]).map(Var::lit).collect();
        State { latches, first }
    }
}
