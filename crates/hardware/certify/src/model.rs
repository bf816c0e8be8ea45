//! The user's circuit, as obligations speak of it.

use std::cell::OnceCell;

use buttress_circuit::{Circuit, Latch, Reset, cone_of};
use buttress_prop::{Clause, Lit, Var};

use crate::Failure;

/// The user's circuit and one of its bad signals.
pub(crate) struct Model<'a> {
    pub(crate) circuit: &'a Circuit,
    /// The gates in increasing order, which is the order of the format.
    pub(crate) gates: Vec<Var>,
    bad: Lit,
    /// What `state` answers, once it was asked for.
    state: OnceCell<Vec<Var>>,
}

impl<'a> Model<'a> {
    /// The circuit, of which these clauses must speak.
    pub(crate) fn new(
        circuit: &'a Circuit,
        bad: Lit,
        clauses: &[Clause],
    ) -> Result<Model<'a>, Failure> {
        let mut literals = clauses.iter().flat_map(|clause| clause.iter().copied());
        if let Some(foreign) = literals.find(|lit| lit.var().index() > circuit.vars()) {
            return Err(Failure::Foreign(foreign));
        }
        let mut gates = circuit.ands.clone();
        gates.sort_unstable();
        Ok(Model { circuit, gates, bad, state: OnceCell::new() })
    }

    /// What makes two states of a simple path different: the latches that the bad signal and the
    /// constraints depend on, and `first` if one of these has a reset signal.
    pub(crate) fn state(&self) -> &[Var] {
        self.state.get_or_init(|| {
            let circuit = self.circuit;
            let behind = cone_of(circuit, circuit.constraints.iter().copied().chain([self.bad]));
            let latches = circuit.latches.iter().filter(|latch| behind.contains(latch.var));
            let is_signal = |latch: &Latch| matches!(latch.reset, Reset::Signal(_));
            let first = latches.clone().any(is_signal).then(|| self.first());
            latches.map(|latch| latch.var).chain(first).collect()
        })
    }

    /// M + 1, the pseudo variable that is true exactly in the first pair.
    pub(crate) fn first(&self) -> Var {
        Var(self.circuit.vars() as u32)
    }

    /// The variables of one step, `first` among them.
    pub(crate) fn width(&self) -> usize {
        self.circuit.vars() + 1
    }

    /// How many clauses STEP has.
    pub(crate) fn clauses_of_a_step(&self) -> usize {
        1 + 3 * self.gates.len() + self.circuit.constraints.len()
    }
}
