//! The reduced circuit, and the way back.

use buttress_budget::{Budget, Exhausted};
use buttress_prop::{Clause, IndexVec, Lit, Var};
use buttress_system::{Circuit, Simulation, Trace};

use crate::correspond::{Scope, correspond};
use crate::fixed::fixed_inputs;
use crate::normalise::normalise;
use crate::origin::{Origin, clause_back};
use crate::settings::{Correspondence, Counts, Settings, Size};
use crate::stage::Stage;
use crate::ternary::constant_latches;

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
    origins: IndexVec<Var, Origin>,
    map: IndexVec<Var, Option<Lit>>,
    facts: Vec<Clause>,
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
        let scopes = [(Scope::Latches, settings.latches), (Scope::Signals, settings.gates)];
        for (scope, bounds) in scopes {
            if let Some(bounds) = bounds
                && merge(&mut stage, scope, &bounds, budget, &mut counts)
            {
                simplify(&mut stage, settings, &mut counts);
            }
        }
        counts.after = Size::of(&stage.circuit);
        let Stage { circuit, origins, map, facts, first } = stage;
        let stage = Lineage { origins, map, facts, first };
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
        self.stage.map.get_at(var).copied().flatten()
    }

    /// The same clause, of the reduced circuit's signals, in the user's signals and `first`.
    ///
    /// It may take two clauses, or none if it always holds.
    pub fn clause_back(&self, clause: &Clause) -> Vec<Clause> {
        clause_back(&self.stage.origins, self.stage.first, clause)
    }

    /// Clauses over the user's signals and `first` that justify the reduction: if χ is inductive
    /// in the reduced circuit, then these with χ mapped back are inductive in the user's.
    pub fn facts(&self) -> &[Clause] {
        &self.stage.facts
    }

    /// The trace as one of the user's circuit. What the reduced circuit does not read is false.
    pub fn trace_back(&self, trace: &Trace) -> Trace {
        let mut positions = IndexVec::<Var, Option<usize>>::filled(None, self.circuit.vars());
        for (position, &input) in self.circuit.inputs.iter().enumerate() {
            positions[input] = Some(position);
        }
        let input_value = |step: &[bool], input: Var| match self.image(input) {
            None => false,
            Some(lit) => {
                let value = positions[lit.var()].and_then(|position| step.get(position));
                value.copied().unwrap_or(false) != lit.is_negative()
            }
        };
        let inputs: Vec<Vec<bool>> = trace
            .inputs
            .iter()
            .map(|step| self.original.inputs.iter().map(|&var| input_value(step, var)).collect())
            .collect();
        let mut reduced = Simulation::new(&self.circuit);
        reduced.load(&self.circuit, &trace.initial, trace.inputs.first().map_or(&[], |i| i));
        let mut simulation = Simulation::new(&self.original);
        let first_inputs = inputs.first().map_or(&[][..], |step| step);
        simulation.reset(&self.original, first_inputs, |var| {
            self.image(var).is_some_and(|lit| reduced.value(lit))
        });
        Trace { initial: simulation.state(&self.original), inputs }
    }
}

/// The cheap steps are repeated at most this often: each takes linear time, but a long chain of
/// constraints could ask for as many repetitions as there are inputs.
const SIMPLIFICATIONS: usize = 16;

/// The cheap steps, as long as they find something.
fn simplify(stage: &mut Stage, settings: &Settings, counts: &mut Counts) {
    for _ in 0..SIMPLIFICATIONS {
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
