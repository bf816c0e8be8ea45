//! States of computations, and how they were reached.

use std::sync::Arc;

use buttress_circuit::{Circuit, Trace};
use buttress_prop::{Lit, Var};

/// Truth values, packed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Bits(Box<[u64]>);

impl Bits {
    pub(crate) fn new(values: &[bool]) -> Bits {
        let word = |chunk: &[bool]| {
            chunk.iter().enumerate().fold(0, |word, (bit, &value)| word | u64::from(value) << bit)
        };
        Bits(values.chunks(64).map(word).collect())
    }

    pub(crate) fn get(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 == 1
    }

    pub(crate) fn unpacked(&self, length: usize) -> Vec<bool> {
        (0..length).map(|index| self.get(index)).collect()
    }
}

/// A state of a computation.
#[derive(Debug)]
pub(crate) struct State {
    /// The values of the latches.
    pub(crate) latches: Bits,
    /// The state before and the inputs of the step from there; none for a first state.
    pub(crate) before: Option<(Arc<State>, Bits)>,
}

impl State {
    /// The values of the latches as literals.
    pub(crate) fn literals(&self, circuit: &Circuit) -> Vec<Lit> {
        let latches = circuit.latches.iter().enumerate();
        latches.map(|(index, latch)| latch.var.lit_with(self.latches.get(index))).collect()
    }

    /// Does the state lie in the cube? `places` says where each latch stands.
    pub(crate) fn is_in(&self, cube: &[Lit], place: impl Fn(Var) -> usize) -> bool {
        cube.iter().all(|lit| self.latches.get(place(lit.var())) == lit.is_positive())
    }

    /// The computation that led here, and a pair over this state with `inputs`.
    pub(crate) fn trace(self: &Arc<State>, circuit: &Circuit, inputs: Vec<bool>) -> Trace {
        let mut steps = vec![inputs];
        let mut state = self;
        while let Some((before, inputs)) = &state.before {
            steps.push(inputs.unpacked(circuit.inputs.len()));
            state = before;
        }
        steps.reverse();
        Trace { initial: state.latches.unpacked(circuit.latches.len()), inputs: steps }
    }
}

impl Drop for State {
    /// Chains are long: each is taken apart link by link, not by recursion.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some((state, _)) = next {
            next = Arc::into_inner(state).and_then(|mut state| state.before.take());
        }
    }
}
