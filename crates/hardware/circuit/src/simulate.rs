//! Simulation with Boolean and with ternary values.

use buttress_prop::{IndexVec, Lit, Var};

use crate::{Circuit, Node, Reset};

/// The values of all signals in one (state, input) pair.
#[derive(Clone, Debug)]
pub struct Simulation {
    values: IndexVec<Var, bool>,
}

impl Simulation {
    /// All signals false, gates not yet evaluated.
    pub fn new(circuit: &Circuit) -> Simulation {
        Simulation { values: IndexVec::filled(false, circuit.vars()) }
    }

    /// Puts the circuit into a state and reads `inputs`.
    pub fn load(&mut self, circuit: &Circuit, state: &[bool], inputs: &[bool]) {
        for (latch, &value) in circuit.latches.iter().zip(state) {
            self.values[latch.var] = value;
        }
        for (&input, &value) in circuit.inputs.iter().zip(inputs) {
            self.values[input] = value;
        }
        self.evaluate(circuit);
    }

    /// Takes the transition and reads the next `inputs`.
    pub fn step(&mut self, circuit: &Circuit, inputs: &[bool]) {
        let state: Vec<bool> = circuit.latches.iter().map(|latch| self.value(latch.next)).collect();
        self.load(circuit, &state, inputs);
    }

    /// A first state: resets applied, `free` deciding the uninitialised latches, and `inputs` read.
    pub fn reset(&mut self, circuit: &Circuit, inputs: &[bool], mut free: impl FnMut(Var) -> bool) {
        for (&input, &value) in circuit.inputs.iter().zip(inputs) {
            self.values[input] = value;
        }
        let mut signals = Vec::new();
        for latch in &circuit.latches {
            match latch.reset {
                Reset::Value(value) => self.values[latch.var] = value,
                Reset::Free => self.values[latch.var] = free(latch.var),
                Reset::Signal(_) => signals.push(latch.var),
            }
        }
        if !signals.is_empty() {
            let order =
                circuit.reset_order(signals).expect("a finished circuit has acyclic resets");
            for var in order {
                match circuit.nodes[var] {
                    Node::And(left, right) => {
                        self.values[var] = self.value(left) && self.value(right);
                    }
                    Node::Latch(index) => {
                        if let Reset::Signal(signal) = circuit.latches[index as usize].reset {
                            self.values[var] = self.value(signal);
                        }
                    }
                    _ => {}
                }
            }
        }
        self.evaluate(circuit);
    }

    /// The value of a signal.
    pub fn value(&self, lit: Lit) -> bool {
        self.values[lit.var()] != lit.is_negative()
    }

    /// The values of the latches in the circuit's order.
    pub fn state(&self, circuit: &Circuit) -> Vec<bool> {
        circuit.latches.iter().map(|latch| self.values[latch.var]).collect()
    }

    fn evaluate(&mut self, circuit: &Circuit) {
        for &var in &circuit.ands {
            if let Node::And(left, right) = circuit.nodes[var] {
                self.values[var] = self.value(left) && self.value(right);
            }
        }
    }
}

/// A value that may be unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ternary {
    /// False.
    False,
    /// True.
    True,
    /// Either.
    #[default]
    Unknown,
}

impl Ternary {
    /// The known value `value`.
    pub fn known(value: bool) -> Ternary {
        if value { Ternary::True } else { Ternary::False }
    }

    /// Conjunction: false as soon as one side is.
    #[must_use]
    pub fn and(self, other: Ternary) -> Ternary {
        match (self, other) {
            (Ternary::False, _) | (_, Ternary::False) => Ternary::False,
            (Ternary::True, Ternary::True) => Ternary::True,
            _ => Ternary::Unknown,
        }
    }

    /// Negation when `negate` holds.
    #[must_use]
    pub fn negate_if(self, negate: bool) -> Ternary {
        match (self, negate) {
            (Ternary::False, true) => Ternary::True,
            (Ternary::True, true) => Ternary::False,
            (value, _) => value,
        }
    }

    /// The value, if it is known.
    pub fn value(self) -> Option<bool> {
        match self {
            Ternary::False => Some(false),
            Ternary::True => Some(true),
            Ternary::Unknown => None,
        }
    }
}
