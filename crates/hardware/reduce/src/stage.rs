//! A circuit on its way from the user's to the reduced one, with what leads back.

use buttress_circuit::Circuit;
use buttress_prop::{Clause, IndexVec, Lit, Var};

use crate::origin::{Origin, Origins, clause_back};
use crate::rebuild::{Substitution, identity, rebuild};
use crate::trace_map::TraceMap;

/// The circuit so far and its relation to the user's.
pub(crate) struct Stage {
    /// The circuit so far.
    pub(crate) circuit: Circuit,
    /// What each of its variables is in the user's circuit.
    pub(crate) origins: Origins,
    /// The completed trace_maps, the first from the user's circuit, each with the circuit it
    /// leads to.
    pub(crate) trace_maps: Vec<(TraceMap, Circuit)>,
    /// From the last of those circuits to the circuit so far.
    pub(crate) trace_map: TraceMap,
    /// Clauses over the user's circuit and `first`; inductive together; they justify the trace_maps.
    pub(crate) facts: Vec<Clause>,
    /// Signals of the user's circuit of which one is added to each clause from here: where it is
    /// true, the circuit so far has nothing to say.
    pub(crate) guards: Vec<Lit>,
    /// The pseudo variable that is true in the first pair alone.
    pub(crate) first: Var,
}

impl Stage {
    /// Replaces variables by equal signals. `facts` over the circuit so far must be inductive
    /// in it and imply the equalities.
    pub(crate) fn apply(&mut self, substitution: &Substitution, facts: &[Clause]) {
        for fact in facts {
            self.facts.extend(clause_back(&self.origins, &self.guards, self.first, fact));
        }
        let rebuilt = rebuild(&self.circuit, substitution);
        let mut origins = IndexVec::filled(None, rebuilt.circuit.vars());
        for (origin, image) in self.origins.iter().zip(rebuilt.map.iter()) {
            if let Some(lit) = *image
                && origins[lit.var()].is_none()
            {
                origins[lit.var()] = origin.of_var(lit);
            }
        }
        self.origins = total_origins(origins);
        self.trace_map.compose(&rebuilt.map);
        self.circuit = rebuilt.circuit;
    }

    /// Goes on with a circuit that has the same variables and more. All of them, read or not, are
    /// needed on the way back.
    pub(crate) fn pass_to(&mut self, circuit: Circuit, origins: Origins) {
        let trace_map = TraceMap::identity(&circuit);
        self.advance(circuit.clone(), trace_map, circuit, origins);
    }

    /// Goes on with a circuit that has the same variables and more, where the inputs of
    /// `delayed` are signals of the pair after.
    pub(crate) fn pass_later(
        &mut self,
        circuit: Circuit,
        origins: Origins,
        delayed: Vec<(Var, Lit)>,
    ) {
        let mut trace_map = TraceMap::identity(&self.circuit);
        delayed.iter().for_each(|&(input, _)| trace_map.map[input] = None);
        trace_map.delayed = delayed;
        let before = std::mem::take(&mut self.circuit);
        self.advance(before, trace_map, circuit, origins);
    }

    /// Completes the trace_map at `end`, and starts another from there to `circuit`.
    fn advance(&mut self, end: Circuit, trace_map: TraceMap, circuit: Circuit, origins: Origins) {
        self.trace_maps.push((std::mem::replace(&mut self.trace_map, trace_map), end));
        self.circuit = circuit;
        self.origins = origins;
        self.apply(&identity(&self.circuit), &[]);
    }
}

/// Every variable has an origin: hashing makes a gate only in place of an older signal.
pub(crate) fn total_origins(origins: IndexVec<Var, Option<Origin>>) -> Origins {
    origins.iter().map(|origin| origin.expect("each signal was made from one before")).collect()
}
