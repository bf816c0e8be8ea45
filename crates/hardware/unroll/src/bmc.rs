//! Bounded model checking: is there a computation of 0, 1, 2, … transitions that ends bad?
//!
//! All properties share one unrolling. One question asks for any of those still open, at one depth or
//! at several in a row (a stride): a model settles every property that is bad on its way, and without a
//! model none is bad at these depths, which is then known for good.
//!
//! A computation that ends at depth t owes nothing to the constraints of later steps; so those of
//! step t are asserted when t is the first depth that is asked about. They stay: all later questions need them.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use buttress_budget::{Budget, Exhausted};
use buttress_circuit::{Circuit, Simulation, Trace};
use buttress_prop::{IndexVec, Lit, Var};
use buttress_sat::SatResult;

use crate::formula::Formula;
use crate::frames::{Direction, Frames};
use crate::stride::{Pace, Stride};

/// How a bounded model checker works.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BmcSettings {
    /// The most transitions of a computation that is looked at; none: no end.
    pub bound: Option<usize>,
    /// How many depths one question asks about.
    pub stride: Stride,
    /// Breaks ties in the solver.
    pub seed: u64,
}

/// What a bounded model checker found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BmcOutcome {
    /// A property is violated. Depth by depth, no shorter computation violates it.
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
    pace: Pace,
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
            pace: Pace::new(settings.stride),
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
            self.ask(bound, budget)?;
        }
    }

    /// Is a property violated after `depth` transitions, or one of the next few numbers of them?
    fn ask(&mut self, bound: usize, budget: &Budget) -> Result<(), Exhausted> {
        let question = self.pace.question(budget);
        let before = question.spent();
        let last = self.depth.saturating_add(self.pace.length() - 1).min(bound);
        let answer = self.answer(last, &question);
        self.pace.spend(question.spent() - before, budget)?;
        match answer {
            Ok(SatResult::Sat) => self.settle(last),
            Ok(SatResult::Unsat) => {
                self.depth = last + 1;
                self.pace.lengthen();
            }
            // The budget is not spent, or we would not be here: the question is too long.
            Err(Exhausted::Effort) => self.pace.shorten(),
            Err(exhausted) => return Err(exhausted),
        }
        Ok(())
    }

    /// I ∧ C₀ ∧ T₀ ∧ … ∧ C_t ∧ (bad_t ∨ C_t+1 ∧ (bad_t+1 ∨ … C_last ∧ bad_last)), where bad is that of any open property
    fn answer(&mut self, last: usize, budget: &Budget) -> Result<SatResult, Exhausted> {
        self.constrain(budget)?;
        let mut steps = Vec::with_capacity(last + 1 - self.depth);
        for time in self.depth..=last {
            self.open(time);
            let is_allowed =
                if time == self.depth { Lit::TRUE } else { self.allowed(time, budget)? };
            steps.push((is_allowed, self.any_bad(time, budget)?));
        }
        let mut any = Lit::FALSE;
        for (is_allowed, is_bad) in steps.into_iter().rev() {
            let here_or_later = self.formula.graph.or(is_bad, any);
            any = self.formula.graph.and(is_allowed, here_or_later);
        }
        if any == Lit::FALSE {
            return Ok(SatResult::Unsat);
        }
        let assumption = self.formula.encode(any);
        let answer = self.formula.solve(&[assumption], budget)?;
        if answer == SatResult::Unsat {
            self.formula.assert(!any);
        }
        Ok(answer)
    }

    /// Is an open property violated at `time`?
    fn any_bad(&mut self, time: usize, budget: &Budget) -> Result<Lit, Exhausted> {
        let mut any = Lit::FALSE;
        for property in 0..self.bads.len() {
            if self.is_open[property] {
                let bad = self.frames.at(self.bads[property], time, &mut self.formula, budget)?;
                any = self.formula.graph.or(any, bad);
            }
        }
        Ok(any)
    }

    /// Do the constraints hold at `time`?
    fn allowed(&mut self, time: usize, budget: &Budget) -> Result<Lit, Exhausted> {
        let mut all = Lit::TRUE;
        for index in 0..self.circuit.constraints.len() {
            let constraint = self.circuit.constraints[index];
            let lit = self.frames.at(constraint, time, &mut self.formula, budget)?;
            all = self.formula.graph.and(all, lit);
        }
        Ok(all)
    }

    /// Opens the frames up to `time`.
    fn open(&mut self, time: usize) {
        while self.frames.len() <= time {
            self.frames.open();
        }
    }

    /// Asserts the constraints of the frames up to `depth`.
    fn constrain(&mut self, budget: &Budget) -> Result<(), Exhausted> {
        while self.constrained <= self.depth {
            self.open(self.constrained);
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

    /// Settles every open property that the model violates on its way to step `last`.
    fn settle(&mut self, last: usize) {
        let mut inputs = vec![vec![false; self.circuit.inputs.len()]; last + 1];
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
        let initial = simulation.state(&self.circuit);
        let before = self.found.len();
        for step in 0..=last {
            if step > 0 {
                simulation.step(&self.circuit, &inputs[step]);
            }
            // Beyond its last bad pair the model need not be a computation.
            if !self.circuit.constraints.iter().all(|&constraint| simulation.value(constraint)) {
                break;
            }
            for (property, &bad) in self.bads.iter().enumerate() {
                if self.is_open[property] && simulation.value(bad) {
                    let inputs = inputs[..=step].to_vec();
                    let trace = Trace { initial: initial.clone(), inputs };
                    debug_assert_eq!(trace.replay(&self.circuit, bad), Ok(()));
                    self.is_open[property] = false;
                    self.found.push_back((property, trace));
                }
            }
        }
        assert!(self.found.len() > before, "a model of the unrolling violates a property");
    }
}
