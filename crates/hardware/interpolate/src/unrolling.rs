//! The unrolling, in a solver that logs why there is no bad pair at its end.
//!
//! Every clause belongs to one time: those of time t speak of the pair at t, and of the latches at t + 1. So the latches at t are all
//! that clauses before t share with clauses from t on.

use std::sync::Arc;

use buttress_budget::{Budget, Exhausted};
use buttress_prop::{Lit, Var};
use buttress_sat::{Failure, SatResult, Solver};

use crate::step::Step;

/// Some steps of the circuit, from the first states on.
#[derive(Clone)]
pub(crate) struct Unrolling {
    step: Arc<Step>,
    solver: Solver,
    /// The literals of the given clauses, in the order in which they were given.
    given: Vec<Lit>,
    given_ends: Vec<usize>,
    /// How many times there are; the step after the last is not encoded.
    times: usize,
}

impl Unrolling {
    /// The first states.
    pub(crate) fn new(step: Arc<Step>, seed: u64) -> Unrolling {
        let (given, given_ends) = (Vec::new(), Vec::new());
        let solver = Solver::with_seed(seed).with_proof();
        let mut unrolling = Unrolling { step, solver, given, given_ends, times: 0 };
        unrolling.open();
        let step = unrolling.step.clone();
        for (index, latch) in step.latches.iter().enumerate() {
            if let Some(value) = latch.reset {
                unrolling.add(&[unrolling.at(Var(index as u32 + 1).lit_with(value), 0)], 0);
            }
        }
        unrolling
    }

    /// The last time.
    pub(crate) fn last(&self) -> usize {
        self.times - 1
    }

    /// How large a step is, for those who count effort.
    pub(crate) fn step_size(&self) -> u64 {
        (self.step.cnf.len() + 2 * self.step.latches.len()) as u64
    }

    /// One step more: the last pair is not bad, and leads on.
    pub(crate) fn extend(&mut self) {
        let last = self.last();
        let step = self.step.clone();
        self.add(&[self.at(!step.bad, last)], last);
        self.open();
        for (index, latch) in step.latches.iter().enumerate() {
            let later = self.at(Var(index as u32 + 1).lit(), last + 1);
            let next = self.at(latch.next, last);
            self.add(&[!later, next], last);
            self.add(&[later, !next], last);
        }
    }

    /// A clause over latches that holds at a time. One about latches that do not matter is left out.
    pub(crate) fn conjoin(&mut self, clause: impl IntoIterator<Item = Lit>, time: usize) {
        let local = |lit| Some(self.at(self.step.local(lit)?, time));
        let clause: Option<Vec<Lit>> = clause.into_iter().map(local).collect();
        if let Some(clause) = clause {
            self.add(&clause, time);
        }
    }

    /// Is there a bad pair at the last time?
    pub(crate) fn ask(&mut self, budget: &Budget) -> Result<SatResult, Exhausted> {
        // Assumed through a literal of its own, so that what is learnt of the answer stays apart from ¬bad.
        self.solver.solve(&[self.goal(self.last())], budget)
    }

    /// The first values and the inputs of the model: places in the circuit that are true, for each time the inputs.
    pub(crate) fn model(&self) -> (Vec<usize>, Vec<Vec<usize>>) {
        let is_true =
            |local: Var, time| self.solver.value(self.at(local.lit(), time)) == Some(true);
        let latches = self.step.latches.iter().enumerate();
        let initial = latches
            .filter(|&(index, _)| is_true(Var(index as u32 + 1), 0))
            .map(|(_, latch)| latch.place);
        let inputs = |time: usize| {
            let inputs = self.step.inputs.iter().filter(|&&(_, local)| is_true(local, time));
            inputs.map(|&(place, _)| place).collect()
        };
        (initial.collect(), (0..self.times).map(inputs).collect())
    }

    /// Why there is no bad pair at the last time.
    pub(crate) fn failure(&self) -> Option<Failure> {
        self.solver.failure()
    }

    /// How many clauses were given.
    pub(crate) fn given(&self) -> usize {
        self.given_ends.len()
    }

    /// A given clause and its time; the first has number 0.
    pub(crate) fn given_clause(&self, number: usize) -> (&[Lit], u32) {
        let start = if number == 0 { 0 } else { self.given_ends[number - 1] };
        let time = self.solver.proof().and_then(|proof| proof.tag(number as u64 + 1));
        (&self.given[start..self.given_ends[number]], time.unwrap_or(0))
    }

    /// How many variables there are.
    pub(crate) fn vars(&self) -> usize {
        self.solver.vars()
    }

    /// The time that a variable belongs to.
    pub(crate) fn time(&self, var: Var) -> u32 {
        (var.index() / self.stride()) as u32
    }

    /// The place in the circuit of the latch that a variable is at its time, if it is one.
    pub(crate) fn latch(&self, var: Var) -> Option<usize> {
        self.step.latch(var.index() % self.stride()).map(|latch| latch.place)
    }

    /// The pair at the next time: its gates, its constraints, and what is asked of it.
    fn open(&mut self) {
        let time = self.times;
        self.times += 1;
        self.solver.reserve(self.times * self.stride());
        let step = self.step.clone();
        for clause in step.cnf.iter() {
            let clause: Vec<Lit> = clause.iter().map(|&lit| self.at(lit, time)).collect();
            self.add(&clause, time);
        }
        for &constraint in &step.constraints {
            self.add(&[self.at(constraint, time)], time);
        }
        self.add(&[!self.goal(time), self.at(step.bad, time)], time);
    }

    fn add(&mut self, clause: &[Lit], time: usize) {
        self.given.extend_from_slice(clause);
        self.given_ends.push(self.given.len());
        self.solver.add_tagged_clause(clause, time as u32);
    }

    /// A local literal at a time.
    fn at(&self, lit: Lit, time: usize) -> Lit {
        let var = Var((time * self.stride()) as u32 + lit.var().0);
        var.lit().negate_if(lit.is_negative())
    }

    /// While this is assumed, the pair at a time is bad.
    fn goal(&self, time: usize) -> Lit {
        Var((time * self.stride() + self.step.width) as u32).lit()
    }

    /// So many variables belong to each time.
    fn stride(&self) -> usize {
        self.step.width + 1
    }
}
