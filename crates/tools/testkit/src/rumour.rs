//! Clauses of frames as anybody might tell them: true or not.

use buttress_circuit::Circuit;
use buttress_prop::{Clause, Random};

/// A clause over latches and a frame, both at random.
pub fn rumour(circuit: &Circuit, random: &mut Random) -> (usize, Clause) {
    let latches = &circuit.latches;
    let length = if latches.is_empty() { 0 } else { 1 + random.below(3) };
    let literals = (0..length).map(|_| {
        let latch = latches[random.below(latches.len())].var.lit();
        latch.negate_if(random.below(2) == 0)
    });
    let clause = literals.collect();
    (random.below(6), clause)
}
