//! Simulation of 64 computations at once, one in each bit of a word.

use buttress_circuit::{Circuit, Node, Reset};
use buttress_prop::{IndexVec, Lit, Random, Var};

use crate::limits::STEPS_PER_RUN;

/// The values of all signals in 64 (state, input) pairs.
pub(crate) struct ParallelSimulation {
    values: IndexVec<Var, u64>,
    state: Vec<u64>,
}

impl ParallelSimulation {
    /// All signals false.
    pub(crate) fn new(circuit: &Circuit) -> ParallelSimulation {
        ParallelSimulation { values: IndexVec::filled(0, circuit.vars()), state: Vec::new() }
    }

    /// The values of a signal.
    #[inline]
    pub(crate) fn value(&self, lit: Lit) -> u64 {
        self.values[lit.var()] ^ every_lane(lit.is_negative())
    }

    /// Gives an input or latch its values.
    pub(crate) fn set(&mut self, var: Var, word: u64) {
        self.values[var] = word;
    }

    /// Computes the gates.
    pub(crate) fn evaluate(&mut self, circuit: &Circuit) {
        for &var in &circuit.ands {
            if let Node::And(left, right) = circuit.nodes[var] {
                self.values[var] = self.value(left) & self.value(right);
            }
        }
    }

    /// Moves the latches to the next state.
    pub(crate) fn advance(&mut self, circuit: &Circuit) {
        let mut state = std::mem::take(&mut self.state);
        state.clear();
        state.extend(circuit.latches.iter().map(|latch| self.value(latch.next)));
        for (latch, &word) in circuit.latches.iter().zip(&state) {
            self.values[latch.var] = word;
        }
        self.state = state;
    }

    /// The lanes in which every constraint holds.
    pub(crate) fn legal(&self, circuit: &Circuit) -> u64 {
        circuit.constraints.iter().fold(u64::MAX, |lanes, &lit| lanes & self.value(lit))
    }

    fn reset(&mut self, circuit: &Circuit, random: &mut Random) {
        for latch in &circuit.latches {
            self.values[latch.var] = match latch.reset {
                Reset::Value(value) => every_lane(value),
                _ => random.bits(),
            };
        }
    }

    /// Replaces the states of all lanes outside `kept` by that of one lane in it.
    fn replace_dead_lanes(&mut self, circuit: &Circuit, kept: u64, random: &mut Random) {
        let turn = random.bits() as u32 % 64;
        let lane = (kept.rotate_right(turn).trailing_zeros() + turn) % 64;
        for latch in &circuit.latches {
            let word = self.values[latch.var];
            let copied = every_lane(word >> lane & 1 == 1);
            self.values[latch.var] = word & kept | copied & !kept;
        }
    }
}

/// The word that holds `value` in each lane.
pub(crate) fn every_lane(value: bool) -> u64 {
    if value { u64::MAX } else { 0 }
}

/// What random computations show of each variable.
pub(crate) struct Signatures {
    /// The value of the variable in the very first pair of lane 0.
    pub(crate) phase: IndexVec<Var, bool>,
    /// A hash of all values seen, of the negation if `phase` holds.
    pub(crate) hash: IndexVec<Var, u64>,
    /// The last pairs of the computations: a sample of what can happen.
    pub(crate) sample: ParallelSimulation,
}

/// Follows random computations for `steps` steps.
///
/// A pair that violates a constraint counts too, for facts must hold there; but it has no
/// successor, so its lane continues with the successor of another lane's pair.
pub(crate) fn signatures(circuit: &Circuit, steps: usize, random: &mut Random) -> Signatures {
    let mut simulation = ParallelSimulation::new(circuit);
    let mut hash = IndexVec::<Var, u64>::filled(0, circuit.vars());
    let mut phase = IndexVec::<Var, bool>::filled(false, circuit.vars());
    let mut run = 0;
    for step in 0..steps {
        if run == 0 {
            simulation.reset(circuit, random);
        }
        for &input in &circuit.inputs {
            simulation.set(input, random.bits());
        }
        simulation.evaluate(circuit);
        if step == 0 {
            phase = simulation.values.iter().map(|word| word & 1 == 1).collect();
        }
        for ((hash, &word), &phase) in
            hash.iter_mut().zip(simulation.values.iter()).zip(phase.iter())
        {
            let mixed = (*hash ^ word ^ every_lane(phase)).wrapping_mul(0x9fb2_1c65_1e98_df25);
            *hash = mixed ^ mixed >> 32;
        }
        let legal = simulation.legal(circuit);
        run += 1;
        if step + 1 == steps {
            break;
        }
        if legal == 0 || run == STEPS_PER_RUN {
            run = 0;
            continue;
        }
        simulation.advance(circuit);
        if legal != u64::MAX {
            simulation.replace_dead_lanes(circuit, legal, random);
        }
    }
    Signatures { phase, hash, sample: simulation }
}
