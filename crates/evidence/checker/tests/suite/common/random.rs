//! Random numbers, and random small circuits with every sort of reset and constraint.

use buttress_circuit::{Circuit, Property, Reset};
use buttress_prop::Lit;

/// A seeded generator (xorshift), so that every failure repeats.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }

    pub fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }
}

/// A circuit with up to 3 latches and 2 inputs, and one property.
pub fn circuit(random: &mut Random) -> Circuit {
    loop {
        if let Ok(circuit) = draft(random).finish() {
            return circuit;
        }
    }
}

fn draft(random: &mut Random) -> Circuit {
    let mut circuit = Circuit::new();
    for _ in 0..random.below(3) {
        circuit.add_input();
    }
    let latches: Vec<_> =
        (0..random.below(4)).map(|_| circuit.add_latch(Reset::Value(random.chance(3)))).collect();
    for _ in 0..random.below(6) {
        let (a, b) = (signal(&circuit, random), signal(&circuit, random));
        circuit.add_and(a, b);
    }
    for (index, &latch) in latches.iter().enumerate() {
        let next = signal(&circuit, random);
        circuit.set_next(latch, next);
        match random.below(6) {
            0 => circuit.latches[index].reset = Reset::Free,
            1 | 2 => circuit.latches[index].reset = Reset::Signal(signal(&circuit, random)),
            _ => {}
        }
    }
    for _ in 0..[0, 0, 1, 2][random.below(4)] {
        let constraint = signal(&circuit, random);
        circuit.constraints.push(constraint);
    }
    let bad = signal(&circuit, random);
    circuit.properties.push(Property { bad });
    circuit
}

/// A literal of the circuit; later ones are likelier than the constants.
pub fn signal(circuit: &Circuit, random: &mut Random) -> Lit {
    let codes = 2 * circuit.vars();
    let code = random.below(codes).max(random.below(codes));
    Lit::from_code(code as u32)
}
