//! The explicit-state oracle: every (state, input) pair of a small circuit, breadth first.
//!
//! A signal is the set of pairs in which it is true, held as a table with one bit per pair;
//! gates are intersections. This is the definition of `Circuit` read aloud: a pair is
//! *allowed* when every constraint holds in it, *first* when it also satisfies every reset,
//! and the successors of a pair are the allowed pairs over the state that the next-state
//! signals name. Whatever is bad in an allowed pair that is reached is a counterexample.
//!
//! The search runs over pairs and not over states, because a reset signal ties the inputs of
//! the first pair: the same state may be met later with inputs it did not have at first.

use std::collections::VecDeque;
use std::fmt;

use buttress_circuit::{Circuit, Node, Reset, Trace};
use buttress_prop::{IndexVec, Lit, Var};

use crate::limits::MOST_LATCHES_AND_INPUTS;

/// What is true of a bad signal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OracleVerdict {
    /// It is false in every pair of every computation.
    Safe,
    /// The shortest computation that makes it true has this many transitions.
    Unsafe {
        /// The number of transitions; 0 when it is true in a first pair.
        depth: usize,
    },
}

/// The circuit has too many latches and inputs to be explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge {
    /// Latches and inputs together.
    pub width: usize,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} latches and inputs; at most {MOST_LATCHES_AND_INPUTS} are explored",
            self.width
        )
    }
}

impl std::error::Error for TooLarge {}

/// A set of pairs, one bit each.
#[derive(Clone)]
struct PairSet(Vec<u64>);

/// How a pair was reached first.
#[derive(Clone, Copy)]
struct Reached {
    depth: u32,
    /// The pair before it; itself when it is a first pair.
    before: u32,
}

/// All that is reachable in a circuit.
///
/// A pair is numbered by its latches (low bits, in the circuit's order) and its inputs.
pub struct Exploration {
    latches: usize,
    inputs: usize,
    signals: IndexVec<Var, PairSet>,
    reached: Vec<Option<Reached>>,
    /// The reached pairs, nearest first.
    order: Vec<u32>,
}

impl Exploration {
    /// Explores the whole circuit.
    pub fn new(circuit: &Circuit) -> Result<Exploration, TooLarge> {
        let (latches, inputs) = (circuit.latches.len(), circuit.inputs.len());
        let width = latches + inputs;
        if width > MOST_LATCHES_AND_INPUTS {
            return Err(TooLarge { width });
        }
        let mut exploration = Exploration {
            latches,
            inputs,
            signals: signal_tables(circuit, width),
            reached: vec![None; 1 << width],
            order: Vec::new(),
        };
        exploration.search(circuit);
        Ok(exploration)
    }

    fn search(&mut self, circuit: &Circuit) {
        let allowed = |exploration: &Exploration, pair: u32| {
            circuit.constraints.iter().all(|&lit| exploration.is_true(lit, pair))
        };
        let mut queue = VecDeque::new();
        for pair in 0..self.reached.len() as u32 {
            if self.is_first(circuit, pair) && allowed(self, pair) {
                self.reached[pair as usize] = Some(Reached { depth: 0, before: pair });
                queue.push_back((pair, 0));
            }
        }
        while let Some((pair, depth)) = queue.pop_front() {
            self.order.push(pair);
            let mut state = 0;
            for (position, latch) in circuit.latches.iter().enumerate() {
                state |= u32::from(self.is_true(latch.next, pair)) << position;
            }
            for input in 0..1 << self.inputs {
                let successor = state | input << self.latches;
                if self.reached[successor as usize].is_none() && allowed(self, successor) {
                    let reached = Reached { depth: depth + 1, before: pair };
                    self.reached[successor as usize] = Some(reached);
                    queue.push_back((successor, depth + 1));
                }
            }
        }
    }

    /// Does the pair satisfy every reset?
    fn is_first(&self, circuit: &Circuit, pair: u32) -> bool {
        circuit.latches.iter().enumerate().all(|(position, latch)| {
            let value = pair >> position & 1 == 1;
            match latch.reset {
                Reset::Free => true,
                Reset::Value(expected) => value == expected,
                Reset::Signal(signal) => value == self.is_true(signal, pair),
            }
        })
    }

    fn is_true(&self, lit: Lit, pair: u32) -> bool {
        self.signals[lit.var()].contains(pair) != lit.is_negative()
    }

    /// The answer for one bad signal.
    pub fn answer(&self, bad: Lit) -> OracleVerdict {
        match self.nearest(bad) {
            None => OracleVerdict::Safe,
            Some((_, depth)) => OracleVerdict::Unsafe { depth },
        }
    }

    /// The answers for all properties of the circuit, in order.
    pub fn answers(&self, circuit: &Circuit) -> Vec<OracleVerdict> {
        circuit.properties.iter().map(|property| self.answer(property.bad)).collect()
    }

    /// A shortest counterexample, if `bad` can become true.
    pub fn trace(&self, bad: Lit) -> Option<Trace> {
        let (mut pair, depth) = self.nearest(bad)?;
        let mut inputs = Vec::new();
        let bits = |pair: u32, from: usize, count: usize| -> Vec<bool> {
            (from..from + count).map(|bit| pair >> bit & 1 == 1).collect()
        };
        for _ in 0..depth {
            inputs.push(bits(pair, self.latches, self.inputs));
            pair = self.reached[pair as usize]?.before;
        }
        inputs.push(bits(pair, self.latches, self.inputs));
        inputs.reverse();
        Some(Trace { initial: bits(pair, 0, self.latches), inputs })
    }

    /// Is the clause true in every pair that is reached?
    pub fn is_invariant(&self, clause: &[Lit]) -> bool {
        self.order.iter().all(|&pair| clause.iter().any(|&lit| self.is_true(lit, pair)))
    }

    /// The number of pairs that are reached.
    pub fn pairs(&self) -> usize {
        self.order.len()
    }

    /// The number of states that are reached.
    pub fn states(&self) -> usize {
        let mut states: Vec<u32> =
            self.order.iter().map(|pair| pair & ((1 << self.latches) - 1)).collect();
        states.sort_unstable();
        states.dedup();
        states.len()
    }

    fn nearest(&self, bad: Lit) -> Option<(u32, usize)> {
        let &pair = self.order.iter().find(|&&pair| self.is_true(bad, pair))?;
        Some((pair, self.reached[pair as usize]?.depth as usize))
    }
}

/// For each variable, the pairs in which it is true.
fn signal_tables(circuit: &Circuit, width: usize) -> IndexVec<Var, PairSet> {
    let empty = PairSet(vec![0; (1_usize << width).div_ceil(64)]);
    let mut signals = IndexVec::filled(empty, circuit.vars());
    let latches = circuit.latches.iter().map(|latch| latch.var);
    for (bit, var) in latches.chain(circuit.inputs.iter().copied()).enumerate() {
        signals[var] = PairSet::of_bit(bit, width);
    }
    for &var in &circuit.ands {
        if let Node::And(left, right) = circuit.nodes[var] {
            let word = |lit: Lit, index: usize| {
                signals[lit.var()].0[index] ^ if lit.is_negative() { u64::MAX } else { 0 }
            };
            let words = signals[var].0.len();
            let both = (0..words).map(|index| word(left, index) & word(right, index)).collect();
            signals[var] = PairSet(both);
        }
    }
    signals
}

impl PairSet {
    /// The pairs whose number has `bit` set.
    fn of_bit(bit: usize, width: usize) -> PairSet {
        let mut words = vec![0; (1_usize << width).div_ceil(64)];
        for pair in 0..1_usize << width {
            words[pair / 64] |= ((pair >> bit & 1) as u64) << (pair % 64);
        }
        PairSet(words)
    }

    fn contains(&self, pair: u32) -> bool {
        self.0[pair as usize / 64] >> (pair % 64) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use buttress_circuit::{Property, Simulation};

    use super::*;
    use crate::{Random, Shape, generate};

    fn explore(circuit: Circuit) -> (Circuit, Exploration) {
        let circuit = circuit.finish().unwrap();
        let exploration = Exploration::new(&circuit).unwrap();
        (circuit, exploration)
    }

    fn answers(circuit: Circuit) -> Vec<OracleVerdict> {
        let (circuit, exploration) = explore(circuit);
        exploration.answers(&circuit)
    }

    fn bad(circuit: &mut Circuit, lit: Lit) {
        circuit.properties.push(Property { bad: lit });
    }

    #[test]
    fn a_counter_reaches_its_top_and_no_further() {
        // Two bits that count 0, 1, 2, 0, …: `high` is set after two steps, both never.
        let mut circuit = Circuit::new();
        let low = circuit.add_latch(Reset::Value(false));
        let high = circuit.add_latch(Reset::Value(false));
        let zero = circuit.add_and(!low.lit(), !high.lit());
        let both = circuit.add_and(low.lit(), high.lit());
        circuit.set_next(low, zero.lit());
        circuit.set_next(high, low.lit());
        bad(&mut circuit, high.lit());
        bad(&mut circuit, both.lit());
        let (circuit, exploration) = explore(circuit);
        assert_eq!(
            exploration.answers(&circuit),
            [OracleVerdict::Unsafe { depth: 2 }, OracleVerdict::Safe]
        );
        assert_eq!(exploration.states(), 3);
        assert!(exploration.is_invariant(&[!low.lit(), !high.lit()]));
        assert!(!exploration.is_invariant(&[!high.lit()]));
    }

    #[test]
    fn a_constraint_holds_in_the_last_pair_too() {
        // The latch copies the input; it may be bad only while the input is false.
        let mut circuit = Circuit::new();
        let input = circuit.add_input();
        let copy = circuit.add_latch(Reset::Value(false));
        circuit.set_next(copy, input.lit());
        bad(&mut circuit, copy.lit());
        let now = circuit.add_and(copy.lit(), input.lit());
        bad(&mut circuit, now.lit());
        assert_eq!(answers(circuit.clone()), [OracleVerdict::Unsafe { depth: 1 }; 2]);
        let mut excluded = circuit.clone();
        excluded.constraints.push(!now.lit());
        assert_eq!(answers(excluded), [OracleVerdict::Unsafe { depth: 1 }, OracleVerdict::Safe]);
        // Constraining the input in every step keeps the latch down for ever.
        circuit.constraints.push(!input.lit());
        assert_eq!(answers(circuit), [OracleVerdict::Safe; 2]);
    }

    #[test]
    fn no_first_pair_means_no_computation() {
        let mut circuit = Circuit::new();
        bad(&mut circuit, Lit::TRUE);
        assert_eq!(answers(circuit.clone()), [OracleVerdict::Unsafe { depth: 0 }]);
        circuit.constraints.push(Lit::FALSE);
        assert_eq!(answers(circuit), [OracleVerdict::Safe]);
    }

    #[test]
    fn a_reset_signal_ties_the_first_inputs_only() {
        // The latch starts as the input and then holds: they may differ, but not at first.
        let mut circuit = Circuit::new();
        let input = circuit.add_input();
        let latch = circuit.add_latch(Reset::Signal(input.lit()));
        circuit.set_next(latch, latch.lit());
        let differ = circuit.add_and(latch.lit(), !input.lit());
        bad(&mut circuit, differ.lit());
        bad(&mut circuit, latch.lit());
        assert_eq!(
            answers(circuit),
            [OracleVerdict::Unsafe { depth: 1 }, OracleVerdict::Unsafe { depth: 0 }]
        );
    }

    #[test]
    fn an_uninitialised_latch_has_either_value() {
        let mut circuit = Circuit::new();
        let free = circuit.add_latch(Reset::Free);
        circuit.set_next(free, free.lit());
        bad(&mut circuit, free.lit());
        bad(&mut circuit, !free.lit());
        assert_eq!(answers(circuit), [OracleVerdict::Unsafe { depth: 0 }; 2]);
    }

    #[test]
    fn wide_circuits_are_declined() {
        let mut circuit = Circuit::new();
        for _ in 0..17 {
            circuit.add_input();
        }
        let circuit = circuit.finish().unwrap();
        assert_eq!(Exploration::new(&circuit).err(), Some(TooLarge { width: 17 }));
    }

    #[test]
    fn shortest_traces_replay() {
        let mut unsafe_ones = 0;
        for seed in 0..2_000 {
            let circuit = generate(seed, &Shape::default());
            let exploration = Exploration::new(&circuit).unwrap();
            for property in &circuit.properties {
                match (exploration.answer(property.bad), exploration.trace(property.bad)) {
                    (OracleVerdict::Safe, None) => {}
                    (OracleVerdict::Unsafe { depth }, Some(trace)) => {
                        assert_eq!(trace.depth(), depth, "seed {seed}");
                        assert_eq!(trace.replay(&circuit, property.bad), Ok(()), "seed {seed}");
                        unsafe_ones += 1;
                    }
                    other => panic!("seed {seed}: {other:?}"),
                }
            }
        }
        assert!(unsafe_ones > 500);
    }

    /// A random walk of the simulator stays inside what was reached, no nearer than the
    /// oracle's depth, and is never bad where the oracle says safe.
    #[test]
    fn random_walks_agree() {
        let mut steps = 0;
        for seed in 0..2_000 {
            let circuit = generate(seed, &Shape::default());
            let exploration = Exploration::new(&circuit).unwrap();
            let mut random = Random::new(!seed);
            for _ in 0..8 {
                let mut simulation = Simulation::new(&circuit);
                for step in 0..12 {
                    let inputs: Vec<bool> = circuit.inputs.iter().map(|_| random.coin()).collect();
                    if step == 0 {
                        simulation.reset(&circuit, &inputs, |_| random.coin());
                    } else {
                        simulation.step(&circuit, &inputs);
                    }
                    if !circuit.constraints.iter().all(|&lit| simulation.value(lit)) {
                        break;
                    }
                    steps += 1;
                    for property in &circuit.properties {
                        if simulation.value(property.bad) {
                            assert!(
                                matches!(exploration.answer(property.bad),
                                    OracleVerdict::Unsafe { depth } if depth <= step),
                                "seed {seed}"
                            );
                        }
                    }
                    let state = simulation.state(&circuit);
                    let here = circuit.latches.iter().zip(state);
                    let elsewhere: Vec<Lit> =
                        here.map(|(latch, value)| latch.var.lit_with(!value)).collect();
                    assert!(!exploration.is_invariant(&elsewhere), "seed {seed}: state unseen");
                }
            }
        }
        assert!(steps > 50_000, "{steps}");
    }
}
