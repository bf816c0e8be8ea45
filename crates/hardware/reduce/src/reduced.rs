//! The reduced circuit, and the way back.

use buttress_budget::{Budget, Exhausted};
use buttress_circuit::{Circuit, Trace};
use buttress_prop::{Clause, Lit, Var};

use crate::correspond::{Scope, correspond};
use crate::fixed::fixed_inputs;
use crate::limits::MOST_SIMPLIFICATIONS;
use crate::normalise::normalise;
use crate::origin::{Origin, Origins, clause_back};
use crate::relation::define_inputs;
use crate::retime::retime;
use crate::settings::{Correspondence, Counts, Settings, Size};
use crate::stage::Stage;
use crate::ternary::constant_latches;
use crate::trace_map::TraceMap;

/// A small circuit with the same answers, and how its evidence speaks of the user's circuit.
pub struct Reduced {
    /// The reduced circuit: every reset is a value or free, gates are hashed and sorted, and
    /// nothing is kept that no property or constraint reads. Its properties are the chosen
    /// ones in order.
    pub circuit: Circuit,
    /// What was done.
    pub counts: Counts,
    original: Circuit,
    stage: Lineage,
}

/// What remains of the last stage beside its circuit.
struct Lineage {
    origins: Origins,
    trace_maps: Vec<(TraceMap, Circuit)>,
    trace_map: TraceMap,
    facts: Vec<Clause>,
    guards: Vec<Lit>,
    first: Var,
}

impl Reduced {
    /// Reduces `original` for the properties with these indices.
    ///
    /// Never fails: what the budget does not allow is left undone. Panics when an index names no
    /// property.
    pub fn new(
        original: &Circuit,
        properties: &[usize],
        settings: &Settings,
        budget: &Budget,
    ) -> Reduced {
        let mut stage = normalise(original, properties);
        let mut counts = Counts {
            before: Size::of(original),
            cone: Size::of(&stage.circuit),
            ..Counts::default()
        };
        simplify(&mut stage, settings, &mut counts);
        if settings.relations && make_functional(&mut stage, &mut counts) {
            simplify(&mut stage, settings, &mut counts);
        }
        let scopes = [(Scope::Latches, settings.latches), (Scope::Signals, settings.gates)];
        for (scope, bounds) in scopes {
            if let Some(bounds) = bounds
                && merge(&mut stage, scope, &bounds, budget, &mut counts)
            {
                simplify(&mut stage, settings, &mut counts);
            }
        }
        counts.after = Size::of(&stage.circuit);
        let Stage { circuit, origins, trace_maps, trace_map, facts, guards, first } = stage;
        let stage = Lineage { origins, trace_maps, trace_map, facts, guards, first };
        Reduced { circuit, counts, original: original.clone(), stage }
    }

    /// The pseudo variable `first`, one past the user's variables: true in the first pair alone.
    pub fn first(&self) -> Var {
        self.stage.first
    }

    /// The user's signal that a reduced variable stands for. None for the few variables that
    /// mean such a signal in the first pair alone, or in the later ones alone; `first` for the
    /// latch that tells them apart.
    pub fn origin(&self, var: Var) -> Option<Lit> {
        match self.stage.origins.get_at(var) {
            Some(&Origin::Signal(lit)) => Some(lit),
            _ => None,
        }
    }

    /// The reduced signal that a variable of the user's circuit became; none if the answer does
    /// not depend on it.
    pub fn image(&self, var: Var) -> Option<Lit> {
        let completed = self.stage.trace_maps.iter().map(|(trace_map, _)| trace_map);
        let mut trace_maps = completed.chain([&self.stage.trace_map]);
        trace_maps.try_fold(var.lit(), |lit, trace_map| trace_map.image(lit))
    }

    /// The same clause, of the reduced circuit's signals, in the user's signals and `first`;
    /// restricted to pairs of which the reduced circuit speaks, if a relation became functions.
    ///
    /// It may take two clauses, or none if it always holds.
    pub fn clause_back(&self, clause: &Clause) -> Vec<Clause> {
        let Lineage { origins, guards, first, .. } = &self.stage;
        clause_back(origins, guards, *first, clause)
    }

    /// Clauses over the user's signals and `first` that justify the reduction: if χ is inductive
    /// in the reduced circuit, then these with χ mapped back are inductive in the user's.
    pub fn facts(&self) -> &[Clause] {
        &self.stage.facts
    }

    /// Are states that differ in the user's circuit still different in the reduced one?
    ///
    /// Not if a relation became functions or a latch became an input: then induction over simple
    /// paths in the reduced circuit says nothing about the user's, for there a path
    /// may be simple by the difference that was lost. Other evidence is not concerned.
    pub fn keeps_differences(&self) -> bool {
        self.stage.trace_maps.is_empty()
    }

    /// The trace as one of the user's circuit. What the reduced circuit does not read is false.
    pub fn trace_back(&self, trace: &Trace) -> Trace {
        let (mut trace, mut after) = (trace.clone(), &self.circuit);
        let mut trace_map = &self.stage.trace_map;
        for (earlier, before) in self.stage.trace_maps.iter().rev() {
            trace = trace_map.trace_back(before, after, &trace);
            (trace_map, after) = (earlier, before);
        }
        trace_map.trace_back(&self.original, after, &trace)
    }
}

/// The cheap steps, as long as they find something.
fn simplify(stage: &mut Stage, settings: &Settings, counts: &mut Counts) {
    for _ in 0..MOST_SIMPLIFICATIONS {
        let mut is_changed = false;
        if let Some((substitution, count)) = fixed_inputs(&stage.circuit) {
            counts.fixed_inputs += count;
            stage.apply(&substitution, &[]);
            is_changed = true;
        }
        if settings.constants
            && let Some((substitution, facts)) = constant_latches(&stage.circuit)
        {
            counts.constant_latches += facts.len();
            stage.apply(&substitution, &facts);
            is_changed = true;
        }
        if !is_changed {
            return;
        }
    }
}

/// Turns relations into functions. Was anything changed?
fn make_functional(stage: &mut Stage, counts: &mut Counts) -> bool {
    let before = (counts.defined_inputs, counts.delays);
    for _ in 0..MOST_SIMPLIFICATIONS {
        let Some(defined) = define_inputs(stage) else { break };
        counts.defined_inputs += defined;
    }
    counts.delays += retime(stage);
    before != (counts.defined_inputs, counts.delays)
}

/// Merges equal signals. Was anything changed?
fn merge(
    stage: &mut Stage,
    scope: Scope,
    bounds: &Correspondence,
    budget: &Budget,
    counts: &mut Counts,
) -> bool {
    let is_worthwhile = match scope {
        Scope::Latches => !stage.circuit.latches.is_empty(),
        Scope::Signals => !stage.circuit.ands.is_empty(),
    };
    if !is_worthwhile || stage.circuit.ands.len() > bounds.gate_limit {
        return false;
    }
    let ours = Budget::with_effort(budget.limits().clone(), bounds.effort);
    let found = correspond(&stage.circuit, scope, bounds, &ours);
    counts.effort += ours.spent();
    // If this ends the caller's turn, the caller notices at its own next report.
    let _: Result<(), Exhausted> = budget.spend(ours.spent());
    match found {
        Ok(Some(merged)) => {
            counts.merged_latches += merged.latches;
            counts.merged_gates += merged.gates;
            stage.apply(&merged.substitution, &merged.facts);
            true
        }
        Ok(None) => false,
        Err(_) => {
            counts.given_up += 1;
            false
        }
    }
}
