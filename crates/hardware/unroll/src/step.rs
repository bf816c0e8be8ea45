//! The step case of k-induction: do k good pairs in a row lead to a bad one?
//!
//! The path is unrolled backward from the bad pair, so that a longer path only adds to the
//! formula and everything learnt stays. That the states of the path are pairwise different is
//! asked only for pairs of states that a model has made equal, and under an assumption, so that
//! the core tells whether it was needed.

use std::sync::Arc;

use buttress_budget::{Budget, Exhausted};
use buttress_circuit::{Circuit, Reset, Simulation};
use buttress_prop::{Clause, Lit};
use buttress_sat::SatResult;

use crate::formula::Formula;
use crate::frames::{Direction, Frames};

/// Whether a path of so many good pairs can end in a bad one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// It cannot; `needs_difference` says whether the states had to be different.
    Holds { needs_difference: bool },
    /// It can.
    Fails,
}

/// The backward unrolling of the step case.
pub(crate) struct StepCase {
    circuit: Arc<Circuit>,
    bad: Lit,
    frames: Frames,
    formula: Formula,
    /// Assumed true to make the states of the path pairwise different.
    differ: Lit,
    simple_path: bool,
    /// Does the first pair's input depend on its state?
    has_reset_signals: bool,
    clauses: Vec<Clause>,
    /// The demands on so many frames are asserted.
    demanded: usize,
    /// `clauses[..n]` hold in all frames that are demanded.
    clauses_in_place: usize,
    /// The latches of each frame that are equated with their next-state signals one frame deeper.
    linked: Vec<usize>,
    /// Pairs of frames, the nearer to the bad pair first, whose states are to be made different.
    equal: Vec<(usize, usize)>,
}

impl StepCase {
    pub(crate) fn new(circuit: Arc<Circuit>, bad: Lit, simple_path: bool, seed: u64) -> StepCase {
        let mut formula = Formula::new(seed);
        let differ = formula.fresh();
        let is_signal = |latch: &buttress_circuit::Latch| matches!(latch.reset, Reset::Signal(_));
        StepCase {
            frames: Frames::new(circuit.clone(), Direction::Backward),
            has_reset_signals: circuit.latches.iter().any(is_signal),
            formula,
            differ,
            simple_path,
            bad,
            clauses: Vec::new(),
            demanded: 0,
            clauses_in_place: 0,
            linked: Vec::new(),
            equal: Vec::new(),
            circuit,
        }
    }

    /// How many questions were asked.
    pub(crate) fn queries(&self) -> u64 {
        self.formula.queries()
    }

    /// A clause that holds in every pair of every computation.
    pub(crate) fn assume(&mut self, clause: Clause) {
        self.clauses.push(clause);
    }

    pub(crate) fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// C ∧ χ ∧ ¬bad in `good` pairs in a row, then C ∧ χ ∧ bad: is there such a path?
    pub(crate) fn ask(&mut self, good: usize, budget: &Budget) -> Result<Step, Exhausted> {
        self.extend(good + 1, budget)?;
        loop {
            self.separate(budget)?;
            self.link(budget)?;
            match self.formula.solve(&[self.differ], budget)? {
                SatResult::Unsat => {
                    let needs_difference = self.formula.is_blamed(self.differ);
                    return Ok(Step::Holds { needs_difference });
                }
                SatResult::Sat if !self.simple_path => return Ok(Step::Fails),
                SatResult::Sat => {
                    self.equal = self.equal_states();
                    if self.equal.is_empty() {
                        return Ok(Step::Fails);
                    }
                }
            }
        }
    }

    /// Opens frames until there are `frames`, with the demands on each.
    fn extend(&mut self, frames: usize, budget: &Budget) -> Result<(), Exhausted> {
        while self.clauses_in_place < self.clauses.len() {
            for frame in 0..self.demanded {
                self.demand_clause(self.clauses_in_place, frame, budget)?;
            }
            self.clauses_in_place += 1;
        }
        while self.demanded < frames {
            let frame = self.demanded;
            if self.frames.len() == frame {
                self.frames.open();
                self.linked.push(0);
            }
            for index in 0..self.circuit.constraints.len() {
                let constraint = self.circuit.constraints[index];
                self.demand(constraint, frame, budget)?;
            }
            let last = if frame == 0 { self.bad } else { !self.bad };
            self.demand(last, frame, budget)?;
            for index in 0..self.clauses_in_place {
                self.demand_clause(index, frame, budget)?;
            }
            self.demanded += 1;
        }
        Ok(())
    }

    fn demand(&mut self, lit: Lit, frame: usize, budget: &Budget) -> Result<(), Exhausted> {
        let lit = self.frames.at(lit, frame, &mut self.formula, budget)?;
        self.formula.assert(lit);
        Ok(())
    }

    fn demand_clause(
        &mut self,
        index: usize,
        frame: usize,
        budget: &Budget,
    ) -> Result<(), Exhausted> {
        let mut literals = Vec::with_capacity(self.clauses[index].len());
        for position in 0..self.clauses[index].len() {
            let lit = self.clauses[index][position];
            let lit = self.frames.at(lit, frame, &mut self.formula, budget)?;
            literals.push(self.formula.encode(lit));
        }
        self.formula.add_clause(&literals);
        Ok(())
    }

    /// Equates the latches in use with their next-state signals, wherever there is a frame before.
    fn link(&mut self, budget: &Budget) -> Result<(), Exhausted> {
        // Linking a frame asks for latches in the next one only, so one pass is enough.
        for frame in 0..self.frames.len().saturating_sub(1) {
            while let Some(&(var, leaf)) = self.frames.leaves(frame).get(self.linked[frame]) {
                if let Some(latch) = self.circuit.latch(var) {
                    let next = self.frames.at(latch.next, frame + 1, &mut self.formula, budget)?;
                    self.formula.equate(leaf, next);
                }
                self.linked[frame] += 1;
            }
        }
        Ok(())
    }

    /// Pairs of frames whose states are equal in the model.
    fn equal_states(&self) -> Vec<(usize, usize)> {
        let states = self.states();
        let mut order: Vec<usize> = (0..states.len()).collect();
        order.sort_by(|&one, &other| states[one].cmp(&states[other]).then(one.cmp(&other)));
        let equal = order.windows(2).filter(|pair| states[pair[0]] == states[pair[1]]);
        // A first pair is tied to its inputs by reset signals, so its state may come again
        // later: then nothing may be said of the deepest frame, which can be a first one.
        let deepest = self.frames.len() - 1;
        let is_free = |&(_, deep): &(usize, usize)| self.has_reset_signals && deep == deepest;
        equal.map(|pair| (pair[0], pair[1])).filter(|pair| !is_free(pair)).collect()
    }

    /// The states of the path in the model, by frame.
    fn states(&self) -> Vec<Vec<bool>> {
        let deepest = self.frames.len() - 1;
        let mut simulation = Simulation::new(&self.circuit);
        let mut states = Vec::with_capacity(deepest + 1);
        for frame in (0..=deepest).rev() {
            let mut values = std::collections::HashMap::new();
            for &(var, leaf) in self.frames.leaves(frame) {
                values.insert(var, self.formula.value(leaf).unwrap_or(false));
            }
            let value = |var| values.get(&var).copied().unwrap_or(false);
            let inputs: Vec<bool> = self.circuit.inputs.iter().map(|&input| value(input)).collect();
            if frame == deepest {
                let state: Vec<bool> =
                    self.circuit.latches.iter().map(|latch| value(latch.var)).collect();
                simulation.load(&self.circuit, &state, &inputs);
            } else {
                simulation.step(&self.circuit, &inputs);
            }
            states.push(simulation.state(&self.circuit));
        }
        states.reverse();
        states
    }

    /// Makes the states in `equal` different, as long as `differ` is assumed.
    fn separate(&mut self, budget: &Budget) -> Result<(), Exhausted> {
        while let Some(&(near, deep)) = self.equal.last() {
            // Everything is evaluated before the first clause, so that an interrupted
            // separation leaves nothing behind when it is done again.
            let mut latches = Vec::with_capacity(self.circuit.latches.len());
            for index in 0..self.circuit.latches.len() {
                let latch = self.circuit.latches[index].var.lit();
                let one = self.frames.at(latch, near, &mut self.formula, budget)?;
                let other = self.frames.at(latch, deep, &mut self.formula, budget)?;
                latches.push((one, other));
            }
            let mut some = vec![!self.differ];
            for (one, other) in latches {
                let (one, other) = (self.formula.encode(one), self.formula.encode(other));
                let differs = self.formula.fresh();
                self.formula.add_clause(&[!differs, one, other]);
                self.formula.add_clause(&[!differs, !one, !other]);
                some.push(differs);
            }
            self.formula.add_clause(&some);
            self.equal.pop();
        }
        Ok(())
    }
}
