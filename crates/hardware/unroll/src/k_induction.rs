//! k-induction: a property holds if it holds for k steps from the first states (the base), and
//! after any k good steps in a row (the step).

use std::sync::Arc;

use buttress_budget::{Budget, Exhausted};
use buttress_circuit::{Circuit, CircuitUnknown, Strengthening, Verdict};
use buttress_prop::{Clause, Lit};

use crate::bmc::{Bmc, BmcOutcome, BmcSettings};
use crate::step::{Step, StepCase};

/// How k-induction works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KInductionSettings {
    /// May the states of the path be required to be different? Then every property is decided in
    /// the end.
    pub simple_path: bool,
    /// The largest k, at least 1; none: no end.
    pub bound: Option<usize>,
    /// Breaks ties in the solvers.
    pub seed: u64,
}

impl Default for KInductionSettings {
    fn default() -> KInductionSettings {
        KInductionSettings { simple_path: true, bound: None, seed: 0 }
    }
}

/// k-induction for one bad signal of a circuit, for k = 1, 2, ….
pub struct KInduction {
    base: Bmc,
    step: StepCase,
    settings: KInductionSettings,
    vars: usize,
    /// k: the step case fails for fewer good pairs.
    depth: usize,
    /// The answer, once there is one.
    verdict: Option<Verdict>,
}

impl KInduction {
    /// k-induction for the bad signal `bad` of `circuit`.
    pub fn new(circuit: Arc<Circuit>, bad: Lit, settings: KInductionSettings) -> KInduction {
        let base = BmcSettings { seed: settings.seed, ..BmcSettings::default() };
        KInduction {
            vars: circuit.vars(),
            base: Bmc::new(circuit.clone(), vec![bad], base),
            step: StepCase::new(circuit, bad, settings.simple_path, settings.seed),
            settings,
            depth: 1,
            verdict: None,
        }
    }

    /// SAT calls so far, of base and step.
    pub fn queries(&self) -> u64 {
        self.base.queries() + self.step.queries()
    }

    /// k, the number of good pairs in a row that is being tried.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// No computation of fewer transitions than this is bad.
    pub fn base_depth(&self) -> usize {
        self.base.depth()
    }

    /// Strengthens the step with a clause over the circuit's signals. All clauses given so
    /// must be inductive together: they become part of the evidence. A clause that
    /// speaks of other variables is of no use here and is left out.
    pub fn assume_invariant(&mut self, clause: Clause) {
        if clause.iter().all(|lit| lit.var().index() < self.vars) {
            self.step.assume(clause);
        }
    }

    /// Takes it from elsewhere that no computation of fewer than `depth` transitions is bad.
    pub fn assume_free_below(&mut self, depth: usize) {
        self.base.assume_free_below(depth);
    }

    /// Searches on. After `Err` the next call resumes the same question.
    pub fn run(&mut self, budget: &Budget) -> Result<Verdict, Exhausted> {
        loop {
            if let Some(verdict) = &self.verdict {
                return Ok(verdict.clone());
            }
            self.verdict = self.ask(budget)?;
        }
    }

    /// Is the property k-inductive? If not, k grows.
    fn ask(&mut self, budget: &Budget) -> Result<Option<Verdict>, Exhausted> {
        // A computation of fewer than k transitions is not bad.
        if let BmcOutcome::Unsafe { trace, .. } = self.base.run_to(self.depth - 1, budget)? {
            return Ok(Some(Verdict::Unsafe(trace)));
        }
        match self.step.ask(self.depth, budget)? {
            Step::Holds { needs_difference } => {
                Ok(Some(Verdict::Safe(Strengthening::KInduction {
                    clauses: self.step.clauses().to_vec(),
                    depth: self.depth,
                    simple_path: needs_difference,
                })))
            }
            Step::Fails if self.settings.bound.is_some_and(|bound| self.depth >= bound) => {
                Ok(Some(Verdict::Unknown(CircuitUnknown::Bound(self.depth - 1))))
            }
            Step::Fails => {
                self.depth += 1;
                Ok(None)
            }
        }
    }
}
