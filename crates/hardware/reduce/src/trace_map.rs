//! Trace maps: how a computation of one circuit is made from one of the next.
//!
//! Between two trace_maps, signals only become simpler signals of the same pair, and what nothing
//! reads may be anything. A trace_map ends at a circuit whose computation must be known in full
//! before one can go further back: inputs follow from gates or from the pair after.

use buttress_circuit::{Circuit, Simulation, Trace};
use buttress_prop::{IndexVec, Lit, Var};

/// Where the signals of a circuit went.
#[derive(Clone, Default)]
pub(crate) struct TraceMap {
    /// For each variable the signal of the same pair; none if nothing reads it.
    pub(crate) map: IndexVec<Var, Option<Lit>>,
    /// Inputs that are a signal of the pair after, while there is one.
    pub(crate) delayed: Vec<(Var, Lit)>,
}

impl TraceMap {
    /// The trace_map to a circuit that has the same variables and perhaps more.
    pub(crate) fn identity(circuit: &Circuit) -> TraceMap {
        let map = (0..circuit.vars() as u32).map(|index| Some(Var(index).lit())).collect();
        TraceMap { map, delayed: Vec::new() }
    }

    /// The signal that `lit` became.
    pub(crate) fn image(&self, lit: Lit) -> Option<Lit> {
        let image = self.map.get_at(lit.var()).copied().flatten();
        image.map(|image| image.negate_if(lit.is_negative()))
    }

    /// Goes on by `step`, which may lose signals.
    pub(crate) fn compose(&mut self, step: &IndexVec<Var, Option<Lit>>) {
        let place = |lit: Lit| step[lit.var()].map(|new| new.negate_if(lit.is_negative()));
        for image in self.map.iter_mut() {
            *image = image.and_then(place);
        }
        self.delayed = std::mem::take(&mut self.delayed)
            .into_iter()
            .filter_map(|(input, lit)| place(lit).map(|new| (input, new)))
            .collect();
    }

    /// The trace of `after` as one of `before`. What is not read is false.
    pub(crate) fn trace_back(&self, before: &Circuit, after: &Circuit, trace: &Trace) -> Trace {
        let mut simulation = Simulation::new(after);
        let mut delayed = IndexVec::<Var, Option<Lit>>::filled(None, before.vars());
        self.delayed.iter().for_each(|&(input, lit)| delayed[input] = Some(lit));
        let mut inputs: Vec<Vec<bool>> = Vec::with_capacity(trace.inputs.len());
        let mut first = simulation.clone();
        for (time, step) in trace.inputs.iter().enumerate() {
            if time == 0 {
                simulation.load(after, &trace.initial, step);
                first = simulation.clone();
            } else {
                simulation.step(after, step);
            }
            if let Some(earlier) = inputs.last_mut() {
                for (value, &input) in earlier.iter_mut().zip(&before.inputs) {
                    *value = delayed[input].map_or(*value, |lit| simulation.value(lit));
                }
            }
            let value =
                |&input: &Var| self.image(input.lit()).is_some_and(|image| simulation.value(image));
            inputs.push(before.inputs.iter().map(value).collect());
        }
        let mut simulation = Simulation::new(before);
        simulation.reset(before, inputs.first().map_or(&[], |step| step), |var| {
            self.image(var.lit()).is_some_and(|image| first.value(image))
        });
        Trace { initial: simulation.state(before), inputs }
    }
}
