//! Structural hashing: a circuit under construction in which no two gates are alike.
//!
//! Invariant: a gate is made only when no simpler signal has the same value by a rule of one
//! or two levels ([`Conjunction`]), so each gate of a rebuilt circuit stands for some gate of the circuit it was built from.

use buttress_aig::{Conjunction, GateTable};
use buttress_circuit::Circuit;
use buttress_prop::{Lit, Var};

/// A circuit under construction with a hash table of its gates.
pub(crate) struct CircuitBuilder {
    /// The circuit so far.
    pub(crate) circuit: Circuit,
    table: GateTable,
}

impl CircuitBuilder {
    /// A graph of the constant alone, with room for `gates`.
    pub(crate) fn with_capacity(gates: usize) -> CircuitBuilder {
        CircuitBuilder { circuit: Circuit::new(), table: GateTable::with_capacity(gates) }
    }

    /// The conjunction of two signals.
    pub(crate) fn and(&mut self, left: Lit, right: Lit) -> Lit {
        let fanins = |var: Var| self.circuit.fanins(var);
        let reads = match Conjunction::of(left, right, fanins) {
            Conjunction::Signal(lit) => return lit,
            Conjunction::Gate(reads) => reads,
        };
        if let Some(gate) = self.table.get(reads, fanins) {
            return gate.lit();
        }
        let gate = self.circuit.add_and(reads[0], reads[1]);
        self.table.insert(gate, |var| self.circuit.fanins(var));
        gate.lit()
    }

    /// The disjunction of two signals.
    pub(crate) fn or(&mut self, left: Lit, right: Lit) -> Lit {
        !self.and(!left, !right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_gates_are_one_and_the_table_grows() {
        let mut graph = CircuitBuilder::with_capacity(0);
        let inputs: Vec<Lit> = (0..40).map(|_| graph.circuit.add_input().lit()).collect();
        for _ in 0..2 {
            for &left in &inputs {
                for &right in &inputs {
                    graph.and(left, right);
                }
            }
        }
        assert_eq!(graph.circuit.ands.len(), 40 * 39 / 2);
    }
}
