//! Signal correspondence: which latches and gates are equal in all computations.
//!
//! Random computations propose classes of equal signals. First they are refined until they hold
//! in the first pair; then, round by round, until they are inductive: assumed in one pair
//! (with the constraints), they hold in the next. Only the completed fixed point is used.
//! The constraints of the checked pair are not assumed; see the crate's invariant.
//! Source: van Eijk, sequential equivalence checking based on structural similarities.

use buttress_budget::{Budget, Exhausted};
use buttress_circuit::{Circuit, Node};
use buttress_prop::{Clause, IndexVec, Lit, Random, Var};

use crate::classes::Classes;
use crate::frames::{Checked, Comparison, Frames};
use crate::limits::{GATES_PER_EFFORT, IDLE_STEPS, LONGEST_ROUND, MOST_SIMULATED_GATES};
use crate::parallel_simulation::{ParallelSimulation, signatures};
use crate::rebuild::{Substitution, identity};
use crate::settings::Correspondence;

/// Which signals are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scope {
    /// Latches, and the constant.
    Latches,
    /// Inputs, latches and gates, and the constant.
    Signals,
}

/// Equal signals that were found.
pub(crate) struct Merged {
    /// Each signal replaced by its representative.
    pub(crate) substitution: Substitution,
    /// Inductive clauses that say so.
    pub(crate) facts: Vec<Clause>,
    /// How many latches are replaced.
    pub(crate) latches: usize,
    /// How many gates are replaced.
    pub(crate) gates: usize,
}

/// Finds equal signals; none if there are none. Fails when the budget ends before the fixed point.
pub(crate) fn correspond(
    circuit: &Circuit,
    scope: Scope,
    settings: &Correspondence,
    budget: &Budget,
) -> Result<Option<Merged>, Exhausted> {
    let mut random = Random::new(0);
    let steps = settings.steps.min((MOST_SIMULATED_GATES / circuit.vars()).max(16));
    budget.spend((steps * circuit.vars()) as u64 / GATES_PER_EFFORT)?;
    let signatures = signatures(circuit, steps, &mut random);
    let candidates = (0..circuit.vars() as u32).map(Var);
    let candidates =
        candidates.filter(|&var| scope == Scope::Signals || var == Var(0) || circuit.is_latch(var));
    let classes = Classes::new(candidates, &signatures);
    let sample = signatures.sample;
    let simulation = ParallelSimulation::new(circuit);
    let mut sweep = Sweep {
        circuit,
        scope,
        settings,
        budget,
        classes,
        sample,
        simulation,
        random,
        round_start: 0,
    };
    sweep.round(Checked::First)?;
    while sweep.round(Checked::Later)? {}
    Ok(sweep.merged())
}

struct Sweep<'a> {
    circuit: &'a Circuit,
    scope: Scope,
    settings: &'a Correspondence,
    budget: &'a Budget,
    classes: Classes,
    /// Pairs that were really seen.
    sample: ParallelSimulation,
    simulation: ParallelSimulation,
    random: Random,
    /// What had been spent when the round began.
    round_start: u64,
}

impl Sweep<'_> {
    /// Checks all candidates, assuming the classes of the beginning. Was any class split?
    fn round(&mut self, checked: Checked) -> Result<bool, Exhausted> {
        let assumed = self.classes.clone();
        let candidates = assumed.candidates();
        if candidates.is_empty() {
            return Ok(false);
        }
        let with_gates = self.scope == Scope::Signals;
        self.round_start = self.budget.spent();
        let mut frames = Frames::new(self.circuit, &assumed, checked, with_gates);
        self.budget.spend(frames.size() as u64)?;
        let mut hard = IndexVec::<Var, bool>::filled(false, self.circuit.vars());
        let mut has_hard = false;
        let mut is_split = false;
        for var in candidates {
            while let Some(representative) = self.classes.representative(var) {
                let question = frames.question(var, representative);
                if question.0 == question.1 {
                    break;
                }
                match self.compare(&mut frames, question)? {
                    Comparison::Equal => break,
                    Comparison::GivenUp => {
                        self.classes.remove(var);
                        (hard[var], has_hard) = (true, true);
                    }
                    Comparison::Different => {
                        self.refine(&frames, &assumed, var)?;
                        if self.classes.representative(var) == Some(representative) {
                            // Once a class is split, what reads its members may only seem to
                            // differ: the next round will tell. Before that, it does.
                            if is_split && checked == Checked::Later {
                                break;
                            }
                            self.classes.remove(var);
                        }
                    }
                }
                is_split = true;
            }
        }
        if has_hard {
            self.remove_readers(&frames, hard);
        }
        Ok(is_split)
    }

    fn compare(&self, frames: &mut Frames, question: (Lit, Lit)) -> Result<Comparison, Exhausted> {
        let limits = self.budget.limits().clone();
        let budget = Budget::with_effort(limits, self.settings.effort_per_query);
        let comparison = frames.compare(question, &budget)?;
        self.budget.spend(budget.spent())?;
        let spent = self.budget.spent() - self.round_start;
        if self.scope == Scope::Signals && spent > self.settings.effort / LONGEST_ROUND {
            // At this pace the fixed point is out of reach.
            return Err(Exhausted::Effort);
        }
        Ok(comparison)
    }

    /// Splits classes by the model that tells `var` from its representative.
    fn refine(&mut self, frames: &Frames, assumed: &Classes, var: Var) -> Result<(), Exhausted> {
        self.budget.spend(4 * self.circuit.vars() as u64 / GATES_PER_EFFORT)?;
        let (simulation, random) = (&mut self.simulation, &mut self.random);
        match frames.replay(self.circuit, assumed, &self.sample, simulation, random) {
            // The model breaks an assumption outside the cone of the question, so it says
            // nothing of other classes.
            0 => self.classes.refine_class_of(var, simulation, 1),
            lanes => {
                self.classes.refine(simulation, lanes);
                return self.follow(lanes);
            }
        }
        Ok(())
    }

    /// Splits classes by what comes after the simulated pairs, in these lanes, as long as that splits any.
    ///
    /// The pair before satisfied the classes, hence also the finer ones P that will be left at the end. These are inductive, so the pair itself
    /// satisfies P, and so does every pair after it: signals that differ there are not equal in P. A chain of signals that fall one
    /// after the other takes a few steps of simulation here, where it took as many rounds.
    fn follow(&mut self, mut lanes: u64) -> Result<(), Exhausted> {
        let mut idle = 0;
        while idle < IDLE_STEPS {
            // A pair that violates a constraint has no successor.
            lanes &= self.simulation.legal(self.circuit);
            if lanes == 0 {
                break;
            }
            self.budget.spend(2 * self.circuit.vars() as u64 / GATES_PER_EFFORT)?;
            self.simulation.advance(self.circuit);
            for &input in &self.circuit.inputs {
                self.simulation.set(input, self.random.bits());
            }
            self.simulation.evaluate(self.circuit);
            idle = if self.classes.refine(&self.simulation, lanes) { 0 } else { idle + 1 };
        }
        Ok(())
    }

    /// Gives up on the candidates that are equal only because they read, through any gates, a
    /// signal that was too hard: they would be the hard ones of the next round.
    fn remove_readers(&mut self, frames: &Frames, mut hard: IndexVec<Var, bool>) {
        for &gate in &self.circuit.ands {
            if let Node::And(left, right) = self.circuit.nodes[gate]
                && (hard[left.var()] || hard[right.var()])
            {
                hard[gate] = true;
                if let Some(representative) = self.classes.representative(gate) {
                    let (defined, expected) = frames.question(gate, representative);
                    if defined == expected {
                        self.classes.remove(gate);
                    }
                }
            }
        }
    }

    fn merged(&self) -> Option<Merged> {
        let mut merged = Merged {
            substitution: identity(self.circuit),
            facts: Vec::new(),
            latches: 0,
            gates: 0,
        };
        for var in self.classes.candidates() {
            let Some(representative) = self.classes.representative(var) else { continue };
            merged.substitution[var] = representative;
            let equal = [[!var.lit(), representative], [var.lit(), !representative]];
            for clause in equal.into_iter().filter(|clause| !clause.contains(&Lit::TRUE)) {
                merged.facts.push(clause.into_iter().filter(|&lit| lit != Lit::FALSE).collect());
            }
            if self.circuit.is_latch(var) {
                merged.latches += 1;
            } else {
                merged.gates += 1;
            }
        }
        (merged.latches + merged.gates > 0).then_some(merged)
    }
}
