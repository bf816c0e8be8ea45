//! Structural hashing: a circuit under construction in which no two gates are alike.
//!
//! Invariant: a gate is made only when no simpler signal has the same value by a rule of one
//! or two levels. Every rule yields an existing signal or one gate of existing signals, so
//! each gate of a rebuilt circuit stands for some gate of the circuit it was built from.
//! Source of the two-level rules: Brummayer and Biere, local two-level and-inverter graph
//! minimization without blowup.

use buttress_circuit::{Circuit, Node};
use buttress_prop::{Lit, Var};

/// A circuit under construction with a hash table of its gates.
pub(crate) struct Graph {
    /// The circuit so far.
    pub(crate) circuit: Circuit,
    /// Open addressing; 0 is an empty place, for the constant is no gate.
    table: Vec<u32>,
}

/// What a conjunction is, looking at its operands' own definitions.
enum Simplified {
    /// An existing signal.
    Signal(Lit),
    /// The conjunction of these instead.
    Pair(Lit, Lit),
    /// Nothing simpler.
    Unchanged,
}

impl Graph {
    /// A graph of the constant alone, with room for `gates`.
    pub(crate) fn with_capacity(gates: usize) -> Graph {
        let places = (gates + gates / 2 + 16).next_power_of_two();
        Graph { circuit: Circuit::new(), table: vec![0; places] }
    }

    /// The conjunction of two signals.
    pub(crate) fn and(&mut self, left: Lit, right: Lit) -> Lit {
        let (mut left, mut right) = (left, right);
        loop {
            match self.simplified(left, right) {
                Simplified::Signal(lit) => return lit,
                Simplified::Pair(one, other) => (left, right) = (one, other),
                Simplified::Unchanged => return self.hashed(left.min(right), left.max(right)),
            }
        }
    }

    /// The disjunction of two signals.
    pub(crate) fn or(&mut self, left: Lit, right: Lit) -> Lit {
        !self.and(!left, !right)
    }

    fn operands(&self, lit: Lit) -> Option<[Lit; 2]> {
        match self.circuit.nodes[lit.var()] {
            Node::And(left, right) => Some([left, right]),
            _ => None,
        }
    }

    fn simplified(&self, left: Lit, right: Lit) -> Simplified {
        if left == Lit::FALSE || right == Lit::FALSE || left == !right {
            return Simplified::Signal(Lit::FALSE);
        }
        if left == Lit::TRUE || left == right {
            return Simplified::Signal(right);
        }
        if right == Lit::TRUE {
            return Simplified::Signal(left);
        }
        for (gate, other) in [(left, right), (right, left)] {
            if let Some(operands) = self.operands(gate) {
                match one_gate(gate, operands, other) {
                    Simplified::Unchanged => {}
                    simplified => return simplified,
                }
            }
        }
        match (self.operands(left), self.operands(right)) {
            (Some(ours), Some(theirs)) => two_gates(left, ours, right, theirs),
            _ => Simplified::Unchanged,
        }
    }

    fn hashed(&mut self, left: Lit, right: Lit) -> Lit {
        if (self.circuit.ands.len() + 1) * 3 > self.table.len() * 2 {
            self.grow();
        }
        let place = self.place(left, right);
        if self.table[place] == 0 {
            self.table[place] = self.circuit.add_and(left, right).0;
        }
        Var(self.table[place]).lit()
    }

    /// Where the gate of these operands is, or would be.
    fn place(&self, left: Lit, right: Lit) -> usize {
        let mask = self.table.len() - 1;
        let key = u64::from(left.code()) << 32 | u64::from(right.code());
        let mut place = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 24) as usize & mask;
        loop {
            let var = self.table[place];
            if var == 0 || self.circuit.nodes[Var(var)] == Node::And(left, right) {
                return place;
            }
            place = (place + 1) & mask;
        }
    }

    fn grow(&mut self) {
        self.table = vec![0; self.table.len() * 2];
        for index in 0..self.circuit.ands.len() {
            let var = self.circuit.ands[index];
            if let Node::And(left, right) = self.circuit.nodes[var] {
                let place = self.place(left, right);
                self.table[place] = var.0;
            }
        }
    }
}

/// `gate ∧ other`, where `gate` is the conjunction of `operands` or its negation.
fn one_gate(gate: Lit, [x, y]: [Lit; 2], other: Lit) -> Simplified {
    if gate.is_positive() {
        if other == x || other == y {
            return Simplified::Signal(gate);
        }
        if other == !x || other == !y {
            return Simplified::Signal(Lit::FALSE);
        }
        return Simplified::Unchanged;
    }
    // ¬(x ∧ y) ∧ other
    if other == !x || other == !y {
        return Simplified::Signal(other);
    }
    if other == x {
        return Simplified::Pair(other, !y);
    }
    if other == y {
        return Simplified::Pair(other, !x);
    }
    Simplified::Unchanged
}

/// `left ∧ right`, both gates or negated gates.
fn two_gates(left: Lit, ours: [Lit; 2], right: Lit, theirs: [Lit; 2]) -> Simplified {
    let clash = ours.iter().any(|&lit| theirs.contains(&!lit));
    match (left.is_positive(), right.is_positive()) {
        (true, true) if clash => Simplified::Signal(Lit::FALSE),
        (true, true) => Simplified::Unchanged,
        (true, false) => positive_and_negative(left, ours, theirs, clash),
        (false, true) => positive_and_negative(right, theirs, ours, clash),
        (false, false) => {
            // ¬(x ∧ y) ∧ ¬(x ∧ ¬y) is ¬x.
            for (x, y) in [(ours[0], ours[1]), (ours[1], ours[0])] {
                if theirs.contains(&x) && theirs.contains(&!y) {
                    return Simplified::Signal(!x);
                }
            }
            Simplified::Unchanged
        }
    }
}

/// `gate ∧ ¬(z ∧ w)`, where `gate` is the conjunction of `operands`.
fn positive_and_negative(
    gate: Lit,
    operands: [Lit; 2],
    [z, w]: [Lit; 2],
    clash: bool,
) -> Simplified {
    if clash {
        return Simplified::Signal(gate);
    }
    if operands.contains(&z) {
        return Simplified::Pair(gate, !w);
    }
    if operands.contains(&w) {
        return Simplified::Pair(gate, !z);
    }
    Simplified::Unchanged
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The truth table of a signal over three inputs, which are variables 1 to 3.
    fn table(circuit: &Circuit, lit: Lit) -> u8 {
        const INPUTS: [u8; 4] = [0, 0b1010_1010, 0b1100_1100, 0b1111_0000];
        let value = match circuit.nodes[lit.var()] {
            Node::And(left, right) => table(circuit, left) & table(circuit, right),
            _ => INPUTS[lit.var().index()],
        };
        if lit.is_negative() { !value } else { value }
    }

    /// All conjunctions of conjunctions of three inputs: the rules keep the meaning.
    #[test]
    fn rules_keep_the_meaning() {
        let literals: Vec<Lit> = (0..8).map(Lit::from_code).collect();
        let mut simplified = 0;
        for &a in &literals {
            for &b in &literals {
                for &c in &literals {
                    for &d in &literals {
                        for signs in 0..4 {
                            let mut graph = Graph::with_capacity(0);
                            let _: Vec<Var> = (0..3).map(|_| graph.circuit.add_input()).collect();
                            let left = graph.and(a, b).negate_if(signs & 1 == 1);
                            let right = graph.and(c, d).negate_if(signs & 2 == 2);
                            let before = graph.circuit.vars();
                            let both = graph.and(left, right);
                            let circuit = &graph.circuit;
                            let expected = table(circuit, left) & table(circuit, right);
                            assert_eq!(table(circuit, both), expected);
                            simplified += usize::from(circuit.vars() == before);
                        }
                    }
                }
            }
        }
        assert!(simplified > 8_000, "{simplified}");
    }

    #[test]
    fn equal_gates_are_one_and_the_table_grows() {
        let mut graph = Graph::with_capacity(0);
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
