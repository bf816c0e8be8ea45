//! The last steps before a bad pair, in a solver that logs why there is none.
//!
//! Pairs are counted from the end: the pair at distance 0 is the one that is asked to be bad. Every clause belongs to one distance: those of distance d
//! speak of the pair there, and of the latches at d − 1. So the latches at d are all that clauses of greater distances share with those of d and less.

use std::sync::Arc;

use buttress_budget::{Budget, Exhausted};
use buttress_prop::{Lit, Var};
use buttress_sat::{Failure, SatResult, Solver};

use crate::step::Step;

/// Some steps of the circuit, up to a bad pair.
pub(crate) struct Unrolling {
    step: Arc<Step>,
    solver: Solver,
    /// The literals of the given clauses, in the order in which they were given.
    given: Vec<Lit>,
    given_ends: Vec<usize>,
    /// How many pairs there are.
    pairs: usize,
}

impl Unrolling {
    /// The bad pair alone.
    pub(crate) fn new(step: Arc<Step>, seed: u64) -> Unrolling {
        let (given, given_ends) = (Vec::new(), Vec::new());
        let solver = Solver::with_seed(seed).with_proof();
        let mut unrolling = Unrolling { step, solver, given, given_ends, pairs: 0 };
        unrolling.open();
        // Assumed through a literal of its own, so that what is learnt of the answer stays apart from ¬bad.
        unrolling.add(&[!unrolling.goal(), unrolling.at(unrolling.step.bad, 0)], 0);
        unrolling
    }

    /// The distance of the first pair.
    pub(crate) fn first(&self) -> usize {
        self.pairs - 1
    }

    /// How large a step is, for those who count effort.
    pub(crate) fn step_size(&self) -> u64 {
        (self.step.cnf.len() + 2 * self.step.latches.len()) as u64
    }

    /// One pair more, before the others: it is not bad, and leads on.
    pub(crate) fn extend(&mut self) {
        self.open();
        let first = self.first();
        let step = self.step.clone();
        self.add(&[self.at(!step.bad, first)], first);
        for (index, latch) in step.latches.iter().enumerate() {
            let later = self.at(Var(index as u32 + 1).lit(), first - 1);
            let next = self.at(latch.next, first);
            self.add(&[!later, next], first);
            self.add(&[later, !next], first);
        }
    }

    /// The first pair is one of a first state.
    pub(crate) fn start(&mut self) {
        let step = self.step.clone();
        for (index, latch) in step.latches.iter().enumerate() {
            if let Some(value) = latch.reset {
                let first = self.first();
                self.add(&[self.at(Var(index as u32 + 1).lit_with(value), first)], first);
            }
        }
    }

    /// A clause over latches that holds in the first pair. One about latches that do not matter is left out.
    pub(crate) fn conjoin(&mut self, clause: impl IntoIterator<Item = Lit>) {
        let first = self.first();
        let local = |lit| Some(self.at(self.step.local(lit)?, first));
        let clause: Option<Vec<Lit>> = clause.into_iter().map(local).collect();
        if let Some(clause) = clause {
            self.add(&clause, first);
        }
    }

    /// Do these steps lead to a bad pair?
    pub(crate) fn ask(&mut self, budget: &Budget) -> Result<SatResult, Exhausted> {
        self.solver.solve(&[self.goal()], budget)
    }

    /// The first values and the inputs of the model: places in the circuit that are true, for each pair the inputs.
    pub(crate) fn model(&self) -> (Vec<usize>, Vec<Vec<usize>>) {
        let is_true =
            |local: Var, distance| self.solver.value(self.at(local.lit(), distance)) == Some(true);
        let is_set = |index: usize| is_true(Var(index as u32 + 1), self.first());
        let latches = self.step.latches.iter().enumerate().filter(|&(index, _)| is_set(index));
        let inputs = |distance: usize| {
            let inputs = self.step.inputs.iter().filter(|&&(_, local)| is_true(local, distance));
            inputs.map(|&(place, _)| place).collect()
        };
        let initial = latches.map(|(_, latch)| latch.place).collect();
        (initial, (0..self.pairs).rev().map(inputs).collect())
    }

    /// Why there is no bad pair at the end.
    pub(crate) fn failure(&self) -> Option<Failure> {
        self.solver.failure()
    }

    /// How many clauses were given.
    pub(crate) fn given(&self) -> usize {
        self.given_ends.len()
    }

    /// A given clause and its distance; the first has number 0.
    pub(crate) fn given_clause(&self, number: usize) -> (&[Lit], u32) {
        let start = if number == 0 { 0 } else { self.given_ends[number - 1] };
        let distance = self.solver.proof().and_then(|proof| proof.tag(number as u64 + 1));
        (&self.given[start..self.given_ends[number]], distance.unwrap_or(0))
    }

    /// How many variables there are.
    pub(crate) fn vars(&self) -> usize {
        self.solver.vars()
    }

    /// The distance of the pair that a variable belongs to.
    pub(crate) fn distance(&self, var: Var) -> u32 {
        (var.index() / self.step.width) as u32
    }

    /// The place in the circuit of the latch that a variable is at its distance, if it is one.
    pub(crate) fn latch(&self, var: Var) -> Option<usize> {
        self.step.latch(var.index() % self.step.width).map(|latch| latch.place)
    }

    /// A pair before the others: its gates and its constraints.
    fn open(&mut self) {
        let distance = self.pairs;
        self.pairs += 1;
        self.solver.reserve(self.pairs * self.step.width);
        let step = self.step.clone();
        for clause in step.cnf.iter() {
            let clause: Vec<Lit> = clause.iter().map(|&lit| self.at(lit, distance)).collect();
            self.add(&clause, distance);
        }
        for &constraint in &step.constraints {
            self.add(&[self.at(constraint, distance)], distance);
        }
    }

    fn add(&mut self, clause: &[Lit], distance: usize) {
        self.given.extend_from_slice(clause);
        self.given_ends.push(self.given.len());
        self.solver.add_tagged_clause(clause, distance as u32);
    }

    /// A local literal at a distance.
    fn at(&self, lit: Lit, distance: usize) -> Lit {
        let var = Var((distance * self.step.width) as u32 + lit.var().0);
        var.lit().negate_if(lit.is_negative())
    }

    /// While this is assumed, the last pair is bad: the last local variable of that pair, which is no signal.
    fn goal(&self) -> Lit {
        Var(self.step.width as u32 - 1).lit()
    }
}
