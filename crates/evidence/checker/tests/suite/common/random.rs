//! Random small circuits with every sort of reset and constraint.

use buttress_circuit::{Circuit, Property, Reset};
use buttress_prop::{Lit, Random};

/// A circuit with up to 3 latches and 2 inputs, and one property.
pub fn circuit(random: &mut Random) -> Circuit {
    loop {
        if let Ok(circuit) = unfinished(random).finish() {
            return circuit;
        }
    }
}

fn unfinished(random: &mut Random) -> Circuit {
    let mut circuit = Circuit::new();
    for _ in 0..random.below(3) {
        circuit.add_input();
    }
    let latches: Vec<_> = (0..random.below(4))
        .map(|_| circuit.add_latch(Reset::Value(random.below(3) == 0)))
        .collect();
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
