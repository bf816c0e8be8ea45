//! An explicit-state oracle: all (state, input) pairs of a small circuit, by enumeration.

use std::collections::{BTreeMap, VecDeque};

use buttress_circuit::{Circuit, Node, Reset, Trace};
use buttress_prop::{Lit, Var};

/// A (state, input) pair: is it first, the state, the input.
pub type Pair = (bool, u32, u32);

/// The reachable pairs, and a shortest way to a bad one.
pub struct Oracle {
    /// Every reachable pair.
    pub reachable: Vec<Pair>,
    /// A shortest computation that ends in the bad signal.
    pub counterexample: Option<Trace>,
}

/// The value of a literal by the definition of its node.
pub fn value(circuit: &Circuit, state: u32, input: u32, lit: Lit) -> bool {
    let var = lit.var();
    let value = match circuit.nodes[var] {
        Node::False | Node::Unused => false,
        Node::Latch(index) => state >> index & 1 == 1,
        Node::Input => {
            let index = circuit.inputs.iter().position(|&input| input == var).expect("an input");
            input >> index & 1 == 1
        }
        Node::And(a, b) => value(circuit, state, input, a) && value(circuit, state, input, b),
    };
    value != lit.is_negative()
}

pub fn explore(circuit: &Circuit, bad: Lit) -> Oracle {
    let (states, inputs) = (1 << circuit.latches.len(), 1 << circuit.inputs.len());
    let is_allowed = |state, input| {
        circuit.constraints.iter().all(|&constraint| value(circuit, state, input, constraint))
    };
    let is_first = |state, input| {
        circuit.latches.iter().all(|latch| {
            let x = value(circuit, state, input, latch.var.lit());
            match latch.reset {
                Reset::Value(constant) => x == constant,
                Reset::Free => true,
                Reset::Signal(signal) => x == value(circuit, state, input, signal),
            }
        })
    };
    let mut origin: BTreeMap<Pair, Option<Pair>> = BTreeMap::new();
    let mut queue = VecDeque::new();
    for state in 0..states {
        for input in 0..inputs {
            if is_first(state, input) && is_allowed(state, input) {
                origin.insert((true, state, input), None);
                queue.push_back((true, state, input));
            }
        }
    }
    let mut counterexample = None;
    while let Some(pair) = queue.pop_front() {
        let (_, state, input) = pair;
        if counterexample.is_none() && value(circuit, state, input, bad) {
            counterexample = Some(trace(circuit, &origin, pair));
        }
        let next = (0..circuit.latches.len()).fold(0, |next, index| {
            next | u32::from(value(circuit, state, input, circuit.latches[index].next)) << index
        });
        for input in 0..inputs {
            let successor = (false, next, input);
            if is_allowed(next, input) && !origin.contains_key(&successor) {
                origin.insert(successor, Some(pair));
                queue.push_back(successor);
            }
        }
    }
    Oracle { reachable: origin.into_keys().collect(), counterexample }
}

fn trace(circuit: &Circuit, origin: &BTreeMap<Pair, Option<Pair>>, last: Pair) -> Trace {
    let bits = |word: u32, width| (0..width).map(|index| word >> index & 1 == 1).collect();
    let mut inputs: Vec<Vec<bool>> = Vec::new();
    let mut pair = last;
    loop {
        inputs.push(bits(pair.2, circuit.inputs.len()));
        match origin[&pair] {
            Some(before) => pair = before,
            None => break,
        }
    }
    inputs.reverse();
    Trace { initial: bits(pair.1, circuit.latches.len()), inputs }
}

impl Oracle {
    /// The strongest invariant: a clause over `first`, latches and inputs against every pair
    /// that is not reachable.
    pub fn strongest(&self, circuit: &Circuit) -> Vec<Vec<Lit>> {
        let first = Var(circuit.vars() as u32);
        let mut clauses = Vec::new();
        for state in 0..1u32 << circuit.latches.len() {
            for input in 0..1u32 << circuit.inputs.len() {
                for is_first in [false, true] {
                    if self.reachable.contains(&(is_first, state, input)) {
                        continue;
                    }
                    let mut clause = vec![first.lit_with(!is_first)];
                    for (index, latch) in circuit.latches.iter().enumerate() {
                        clause.push(latch.var.lit_with(state >> index & 1 == 0));
                    }
                    for (index, input_var) in circuit.inputs.iter().enumerate() {
                        clause.push(input_var.lit_with(input >> index & 1 == 0));
                    }
                    clauses.push(clause);
                }
            }
        }
        clauses
    }

    /// Is this trace a computation that ends in `bad`?
    pub fn replays(circuit: &Circuit, bad: Lit, trace: &Trace) -> bool {
        let word = |bits: &[bool]| {
            bits.iter().enumerate().fold(0, |word, (index, &bit)| word | u32::from(bit) << index)
        };
        let mut state = word(&trace.initial);
        let mut is_bad = false;
        for (step, bits) in trace.inputs.iter().enumerate() {
            let input = word(bits);
            let holds = |lit| value(circuit, state, input, lit);
            let resets = circuit.latches.iter().all(|latch| match latch.reset {
                Reset::Free => true,
                Reset::Value(constant) => holds(latch.var.lit()) == constant,
                Reset::Signal(signal) => holds(latch.var.lit()) == holds(signal),
            });
            if step == 0 && !resets || !circuit.constraints.iter().all(|&lit| holds(lit)) {
                return false;
            }
            is_bad = holds(bad);
            state = (0..circuit.latches.len()).fold(0, |next, index| {
                next | u32::from(holds(circuit.latches[index].next)) << index
            });
        }
        is_bad
    }
}
