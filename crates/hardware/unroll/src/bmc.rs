//! Bounded model checking: is there a computation of 0, 1, 2, … transitions that ends bad?
//!
//! All properties share one unrolling. At each depth one question asks for any of
//! those still open: a model settles every property that is bad in its last pair, and without a
//! model none is bad at this depth, which is then known for good.
//!
//! A computation that ends at depth t owes nothing to the constraints of later steps; so those of
//! step t are asserted when depth t is asked. They stay: all later questions need them.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use buttress_budget::{Budget, Exhausted};
use buttress_circuit::{Circuit, Simulation, Trace};
use buttress_prop::{IndexVec, Lit, Var};
use buttress_sat::SatResult;

use crate::formula::Formula;
use crate::frames::{Direction, Frames};

/// How a bounded model checker works.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BmcSettings {
    /// The most transitions of a computation that is looked at; none: no end.
    pub bound: Option<usize>,
    /// Breaks ties in the solver.
    pub seed: u64,
}

/// What a bounded model checker found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BmcOutcome {
    /// A property is violated, and no shorter computation violates it.
    Unsafe {
        /// The position of the property among those given.
        property: usize,
        /// A counterexample.
        trace: Trace,
    },
    /// No property is left: each was violated or retired.
    Settled,
    /// No computation of up to this many transitions violates a property that is left, and the
    /// search ends: the bound is met, or no computation is longer.
    Bound(usize),
}

/// A bounded model checker for some bad signals of a circuit.
pub struct Bmc {
    circuit: Arc<Circuit>,
    bads: Vec<Lit>,
    is_open: Vec<bool>,
    settings: BmcSettings,
    frames: Frames,
    formula: Formula,
    /// No open property is violated by fewer than this many transitions.
    depth: usize,
    /// The constraints of so many frames are asserted.
    constrained: usize,
    found: VecDeque<(usize, Trace)>,
    /// Where each input stands in a step of a trace.
    positions: IndexVec<Var, u32>,
}

impl Bmc {
    /// A checker for the bad signals `properties` of `circuit`.
    pub fn new(circuit: Arc<Circuit>, properties: Vec<Lit>, settings: BmcSettings) -> Bmc {
        let mut positions = IndexVec::filled(0, circuit.vars());
        for (position, &input) in circuit.inputs.iter().enumerate() {
            positions[input] = position as u32;
        }
        Bmc {
            frames: Frames::new(circuit.clone(), Direction::Forward),
            formula: Formula::new(settings.seed),
            is_open: vec![true; properties.len()],
            bads: properties,
            settings,
            depth: 0,
            constrained: 0,
            found: VecDeque::new(),
            positions,
            circuit,
        }
    }

    /// SAT calls so far.
    pub fn queries(&self) -> u64 {
        self.formula.queries()
    }

    /// No property that is still open is violated by a computation of fewer transitions than this.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Stops looking for counterexamples to a property; it was settled elsewhere.
    pub fn retire(&mut self, property: usize) {
        if let Some(is_open) = self.is_open.get_mut(property) {
            *is_open = false;
        }
        self.found.retain(|&(found, _)| found != property);
    }

    /// Takes it from elsewhere that no open property is violated by fewer than `depth` transitions.
    pub fn assume_free_below(&mut self, depth: usize) {
        // The steps between are unrolled, and their constraints asserted, when `depth` is asked.
        self.depth = self.depth.max(depth);
    }

    /// Searches on. After `Err` the next call resumes the same question.
    pub fn run(&mut self, budget: &Budget) -> Result<BmcOutcome, Exhausted> {
        let bound = self.settings.bound.unwrap_or(usize::MAX);
        self.run_to(bound, budget)
    }

    /// Searches computations of at most `bound` transitions.
    pub(crate) fn run_to(
        &mut self,
        bound: usize,
        budget: &Budget,
    ) -> Result<BmcOutcome, Exhausted> {
        loop {
            if let Some((property, trace)) = self.found.pop_front() {
                return Ok(BmcOutcome::Unsafe { property, trace });
            }
            if !self.is_open.contains(&true) {
                return Ok(BmcOutcome::Settled);
            }
            if self.depth > bound {
                return Ok(BmcOutcome::Bound(bound));
            }
            if self.formula.is_inconsistent() {
                // No computation reaches this depth, so none goes beyond.
                let unlimited = bound == usize::MAX;
                let searched = if unlimited { self.depth.saturating_sub(1) } else { bound };
                return Ok(BmcOutcome::Bound(searched));
            }
            self.ask(budget)?;
        }
    }

    /// Is a property violated after exactly `depth` transitions?
    fn ask(&mut self, budget: &Budget) -> Result<(), Exhausted> {
        self.constrain(budget)?;
        let mut any = Lit::FALSE;
        for property in 0..self.bads.len() {
            if self.is_open[property] {
                let bad = self.bads[property];
                let bad = self.frames.at(bad, self.depth, &mut self.formula, budget)?;
                any = self.formula.graph.or(any, bad);
            }
        }
        // I ∧ C₀ ∧ T₀ ∧ … ∧ C_t ∧ (bad_t of some open property)
        let answer = if any == Lit::FALSE {
            SatResult::Unsat
        } else {
            let assumption = self.formula.encode(any);
            self.formula.solve(&[assumption], budget)?
        };
        match answer {
            SatResult::Unsat => {
                self.formula.assert(!any);
                self.depth += 1;
            }
            SatResult::Sat => self.settle(),
        }
        Ok(())
    }

    /// Opens the frames up to `depth` and asserts their constraints.
    fn constrain(&mut self, budget: &Budget) -> Result<(), Exhausted> {
        while self.constrained <= self.depth {
            if self.frames.len() == self.constrained {
                self.frames.open();
            }
            for index in 0..self.circuit.constraints.len() {
                let constraint = self.circuit.constraints[index];
                let lit =
                    self.frames.at(constraint, self.constrained, &mut self.formula, budget)?;
                self.formula.assert(lit);
            }
            self.constrained += 1;
        }
        Ok(())
    }

    /// Settles every open property that the model violates.
    fn settle(&mut self) {
        let mut inputs = vec![vec![false; self.circuit.inputs.len()]; self.depth + 1];
        let mut set_at_first = HashSet::new();
        for (step, values) in inputs.iter_mut().enumerate() {
            for &(var, leaf) in self.frames.leaves(step) {
                let value = self.formula.value(leaf).unwrap_or(false);
                if !self.circuit.is_latch(var) {
                    values[self.positions[var] as usize] = value;
                } else if value {
                    set_at_first.insert(var);
                }
            }
        }
        let mut simulation = Simulation::new(&self.circuit);
        simulation.reset(&self.circuit, &inputs[0], |latch| set_at_first.contains(&latch));
        let trace = Trace { initial: simulation.state(&self.circuit), inputs };
        for inputs in &trace.inputs[1..] {
            simulation.step(&self.circuit, inputs);
        }
        let before = self.found.len();
        for (property, &bad) in self.bads.iter().enumerate() {
            if self.is_open[property] && simulation.value(bad) {
                debug_assert_eq!(trace.replay(&self.circuit, bad), Ok(()));
                self.is_open[property] = false;
                self.found.push_back((property, trace.clone()));
            }
        }
        assert!(self.found.len() > before, "a model of the unrolling violates a property");
    }
}
