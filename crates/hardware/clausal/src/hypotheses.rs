//! The hypotheses Π ∧ χ inside a solver, and the questions FSIS asks under them.
//!
//! The solver holds one step (and the copy of the property in the next pair): constraints and ¬bad
//! of the current pair, the subgoals adopted into Π, and χ. ρ needs no clauses of its own: x′ is
//! the next-state signal.

use std::sync::Arc;

use buttress_budget::{Budget, Exhausted};
use buttress_prop::{Clause, Cube, Lit, Random};
use buttress_sat::{Query, SatResult, Solver};

use crate::TransitionRelation;
use crate::primed_property::PrimedProperty;
use crate::relative::{Entailment, Relative};
use crate::settings::Settings;

/// A solver under Π ∧ χ.
#[derive(Clone, Debug)]
pub(crate) struct Hypotheses {
    primed: Arc<PrimedProperty>,
    solver: Solver,
    /// Decides which states to lift to; knows ρ alone.
    lifter: Option<Solver>,
    /// Chooses among the states that step out of Π; without it the solver's last choices count.
    sampling: Option<Random>,
    /// SAT calls.
    pub(crate) queries: u64,
    assumptions: Vec<Lit>,
}

/// A state that can step out of Π: for every state in `state`, `inputs` satisfy the constraints and
/// lead to the goal it was asked for.
#[derive(Clone, Debug)]
pub(crate) struct Predecessor {
    /// The latches that matter.
    pub(crate) state: Cube,
    /// The inputs of the step.
    pub(crate) inputs: Vec<bool>,
    /// The inputs of the pair after it; meaningful when that pair is bad.
    pub(crate) next_inputs: Vec<bool>,
}

/// What a step out of Π arrives at.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target<'a> {
    /// A pair in which the bad signal is true and the constraints hold.
    Bad,
    /// One of these states, whose exclusion is a subgoal.
    State(&'a Cube),
}

impl Hypotheses {
    /// Π alone.
    pub(crate) fn new(primed: Arc<PrimedProperty>, bad: Lit, settings: &Settings) -> Hypotheses {
        let mut solver = primed.relation.solver(settings.seed);
        let lifter = settings.lift.then(|| solver.clone());
        let sampling = settings.sample.then(|| Random::new(settings.seed));
        for &constraint in &primed.relation.circuit.constraints {
            solver.add_clause(&[constraint]);
            solver.keep_in_cone(constraint.var());
        }
        solver.add_clause(&[!bad]);
        solver.keep_in_cone(bad.var());
        Hypotheses { primed, solver, lifter, sampling, queries: 0, assumptions: Vec::new() }
    }

    fn relation(&self) -> &TransitionRelation {
        &self.primed.relation
    }

    /// Adds a clause over latches to χ or to Π.
    ///
    /// Its latches stay in the cone of every query; they are leaves, so this costs little, and a
    /// model then satisfies all hypotheses.
    pub(crate) fn conjoin(&mut self, clause: &Clause) {
        self.solver.add_clause(clause);
        for lit in clause.iter() {
            self.solver.keep_in_cone(lit.var());
        }
    }

    /// A state with Π ∧ χ ∧ ρ ∧ target′, or none if there is no such state.
    pub(crate) fn predecessor(
        &mut self,
        target: Target<'_>,
        budget: &Budget,
    ) -> Result<Option<Predecessor>, Exhausted> {
        let mut assumptions = std::mem::take(&mut self.assumptions);
        assumptions.clear();
        assumptions.extend(self.primed_target(target));
        if let Some(random) = &mut self.sampling {
            let latches = self.primed.relation.circuit.latches.iter();
            latches.for_each(|latch| self.solver.set_phase(latch.var, random.coin()));
        }
        let query = Query { assumptions: &assumptions, clause: None, cone: true };
        self.queries += 1;
        let answer = self.solver.query(&query, budget);
        self.assumptions = assumptions;
        if answer? == SatResult::Unsat {
            return Ok(None);
        }
        let circuit = &self.primed.relation.circuit;
        let value = |lit: Lit| self.solver.value(lit);
        let state = circuit
            .latches
            .iter()
            .filter_map(|latch| value(latch.var.lit()).map(|value| latch.var.lit_with(value)));
        let inputs = &circuit.inputs[..self.primed.next_inputs.len()];
        let mut predecessor = Predecessor {
            state: state.collect(),
            inputs: inputs.iter().map(|input| value(input.lit()) == Some(true)).collect(),
            next_inputs: (self.primed.next_inputs.iter())
                .map(|input| input.and_then(|input| value(input.lit())) == Some(true))
                .collect(),
        };
        // A budget that ends here leaves the state as it is, so that small turns make progress too.
        let _ = self.lift(&mut predecessor, target, budget);
        Ok(Some(predecessor))
    }

    /// target′ as signals of this step.
    fn primed_target(&self, target: Target<'_>) -> Vec<Lit> {
        match target {
            Target::Bad => vec![self.primed.violation],
            Target::State(state) => state.iter().map(|&lit| self.relation().next(lit)).collect(),
        }
    }

    /// Drops latches whose value does not matter: with these inputs, every state of the smaller cube
    /// still satisfies the constraints and steps to the target.
    ///
    /// state ∧ inputs ∧ ¬(C ∧ target′) is unsatisfiable, as gates are functions; its core says which
    /// latches are to blame.
    fn lift(
        &mut self,
        predecessor: &mut Predecessor,
        target: Target<'_>,
        budget: &Budget,
    ) -> Result<(), Exhausted> {
        let primed_target = self.primed_target(target);
        let circuit = &self.primed.relation.circuit;
        let escape: Vec<Lit> =
            primed_target.iter().chain(&circuit.constraints).map(|&lit| !lit).collect();
        let inputs = circuit.inputs.iter().zip(&predecessor.inputs);
        let next_inputs = self.primed.next_inputs.iter().zip(&predecessor.next_inputs);
        let assumptions: Vec<Lit> = (inputs.map(|(input, &value)| input.lit_with(value)))
            .chain(next_inputs.filter_map(|(input, &value)| input.map(|var| var.lit_with(value))))
            .chain(predecessor.state.iter().copied())
            .collect();
        let Some(lifter) = &mut self.lifter else { return Ok(()) };
        let query = Query { assumptions: &assumptions, clause: Some(&escape), cone: true };
        self.queries += 1;
        let answer = lifter.query(&query, budget)?;
        debug_assert_eq!(answer, SatResult::Unsat, "gates are functions of latches and inputs");
        if answer == SatResult::Unsat {
            let mut core = lifter.core().to_vec();
            core.sort_unstable();
            let needed = |lit: &Lit| core.binary_search(lit).is_ok();
            predecessor.state = predecessor.state.iter().copied().filter(needed).collect();
        }
        Ok(())
    }

    /// Questions of induction relative to Π ∧ χ.
    pub(crate) fn relative<'a>(&'a mut self, budget: &'a Budget) -> RelativeTo<'a> {
        RelativeTo { hypotheses: self, budget }
    }
}

/// ψ = Π ∧ χ, under a budget.
pub(crate) struct RelativeTo<'a> {
    hypotheses: &'a mut Hypotheses,
    budget: &'a Budget,
}

impl Relative for RelativeTo<'_> {
    type Stop = Exhausted;

    fn initiation(&self, clause: &[Lit]) -> bool {
        self.hypotheses.relation().initiation(clause)
    }

    fn entailment(
        &mut self,
        premise: &Clause,
        conclusion: &[Lit],
    ) -> Result<Entailment, Exhausted> {
        let Hypotheses { primed, solver, queries, assumptions, .. } = &mut *self.hypotheses;
        assumptions.clear();
        assumptions.extend(conclusion.iter().map(|&lit| !primed.relation.next(lit)));
        // Whichever predecessors are met, `down` ends at the same clause. One that satisfies many
        // literals takes it there sooner, because all of these must go.
        for lit in premise.iter() {
            solver.set_phase(lit.var(), lit.is_positive());
        }
        // ψ ∧ premise ∧ ρ ∧ ¬conclusion′
        *queries += 1;
        let query = Query { assumptions, clause: Some(premise), cone: true };
        Ok(match solver.query(&query, self.budget)? {
            SatResult::Unsat => {
                let mut blamed = solver.core().to_vec();
                blamed.sort_unstable();
                blamed.dedup();
                // Two latches with one next-state signal: the first is enough.
                let needed = conclusion.iter().copied().filter(|&lit| {
                    let place = blamed.binary_search(&!primed.relation.next(lit));
                    place.map(|place| blamed.remove(place)).is_ok()
                });
                Entailment::Holds(needed.collect())
            }
            SatResult::Sat => {
                let literals = premise.iter().map(|&lit| {
                    let value = solver.value(lit);
                    debug_assert!(value.is_some(), "the query's own clause lies in its cone");
                    lit.negate_if(value == Some(false))
                });
                Entailment::Fails(literals.collect())
            }
        })
    }
}
