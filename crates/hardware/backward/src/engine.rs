//! The loop: the first states are excluded level by level, then cubes are moved up.

use std::sync::Arc;

use buttress_budget::{Budget, Exhausted};
use buttress_circuit::{Latch, Simulation, Strengthening, Trace, Verdict};
use buttress_clausal::TransitionRelation;
use buttress_prop::{Clause, Cube, Lit, Random};

use crate::complement::Complement;
use crate::counters::Counters;
use crate::levels::{Levels, Step};
use crate::queue::{Queue, Task};
use crate::settings::Settings;
use crate::state::{Bits, State};

/// One property of one circuit, searched from the first states towards the bad ones.
pub struct Backward {
    relation: Arc<TransitionRelation>,
    bad: Lit,
    levels: Levels,
    queue: Queue,
    random: Random,
    stage: Stage,
    states: u64,
    cubes: u64,
}

enum Stage {
    /// The first states, and what was met from there, are excluded from the last level.
    Search,
    /// Cubes of this level are moved up, from this place on.
    Lift { level: usize, place: usize },
    /// Two levels are equal: clauses are made of the cubes beyond.
    Conclude(Box<Complement>),
}

impl Backward {
    /// Prepares a run for the bad signal `bad`, a property, constraint or root of the step.
    pub fn new(relation: Arc<TransitionRelation>, bad: Lit, settings: Settings) -> Backward {
        let mut queue = Queue::default();
        queue.push(0, None);
        Backward {
            levels: Levels::new(relation.clone(), bad, settings.seed),
            relation,
            bad,
            queue,
            random: Random::new(settings.seed),
            stage: Stage::Search,
            states: 0,
            cubes: 0,
        }
    }

    /// Runs until there is a verdict or the budget ends; may be called again to go on.
    pub fn run(&mut self, budget: &Budget) -> Result<Verdict, Exhausted> {
        loop {
            match &mut self.stage {
                Stage::Search => {
                    if let Some(trace) = self.search(budget)? {
                        return Ok(Verdict::Unsafe(trace));
                    }
                    self.levels.refresh_solver();
                    self.levels.extend();
                    self.stage = Stage::Lift { level: 0, place: 0 };
                }
                &mut Stage::Lift { level, place } => self.lift(level, place, budget)?,
                Stage::Conclude(complement) => {
                    let clauses = complement.clauses(budget)?;
                    return Ok(Verdict::Safe(Strengthening::Clauses(clauses)));
                }
            }
        }
    }

    /// What was done so far.
    pub fn counters(&self) -> Counters {
        let (concluding, clauses) = match &self.stage {
            Stage::Conclude(complement) => (complement.queries(), complement.size() as u64),
            _ => (0, 0),
        };
        let queries = self.levels.queries + concluding;
        Counters { queries, states: self.states, cubes: self.cubes, clauses }
    }

    /// No computation of fewer steps than this is bad.
    pub fn depth(&self) -> usize {
        self.levels.last()
    }

    /// How many cubes the levels exclude.
    pub fn size(&self) -> usize {
        self.levels.size()
    }

    /// Takes a clause that is inductive relative to ¬bad and what was taken before, or that holds in all
    /// computations; it counts as known with the verdict. A clause that speaks of signals other than latches is not used.
    pub fn assume_invariant(&mut self, clause: &Clause) {
        if clause.iter().all(|lit| self.relation.circuit.is_latch(lit.var())) {
            self.levels.assume(clause);
        }
    }

    /// Excludes states from levels, the lowest level first, until none waits or one is found to be bad.
    fn search(&mut self, budget: &Budget) -> Result<Option<Trace>, Exhausted> {
        while let Some(task) = self.queue.pop() {
            match self.handle(&task, budget) {
                Ok(None) => {}
                Ok(Some(trace)) => return Ok(Some(trace)),
                Err(exhausted) => {
                    self.queue.put_back(task);
                    return Err(exhausted);
                }
            }
        }
        Ok(None)
    }

    fn handle(&mut self, task: &Task, budget: &Budget) -> Result<Option<Trace>, Exhausted> {
        budget.spend(1)?;
        let known = match &task.state {
            Some(state) => self.levels.excluded(state, task.level),
            None => self.levels.start_excluded(task.level),
        };
        if let Some(height) = known {
            self.try_later(task, height);
            return Ok(None);
        }
        let cube: Vec<Lit> = match &task.state {
            Some(state) => state.literals(&self.relation.circuit),
            None => self.relation.theta().collect(),
        };
        match self.levels.exclude(&cube, task.level, budget)? {
            Step::Excluded(cube, height) => {
                self.cubes += 1;
                self.levels.add(cube, height);
                self.try_later(task, height);
                Ok(None)
            }
            Step::Possible => Ok(self.follow(task)),
        }
    }

    /// The state is excluded up to `height`: it is tried again one level higher, or when there is one.
    fn try_later(&mut self, task: &Task, height: Option<usize>) {
        match height {
            None => {}
            Some(height) if height < self.levels.last() => {
                self.queue.push(height + 1, task.state.clone());
            }
            Some(_) if task.state.is_some() => self.queue.park(task.clone()),
            Some(_) => {}
        }
    }

    /// Takes the step that the solver has found: to a bad pair, or to a state that is to be excluded from the level before.
    fn follow(&mut self, task: &Task) -> Option<Trace> {
        let circuit = &self.relation.circuit;
        let mut random = self.random.clone();
        let mut value =
            |var| self.levels.solver().value(var).unwrap_or_else(|| random.below(2) == 1);
        let inputs: Vec<bool> = circuit.inputs.iter().map(|var| value(var.lit())).collect();
        let state = task.state.clone().unwrap_or_else(|| {
            let reset = |latch: &Latch| {
                self.relation.reset(latch.var).unwrap_or_else(|| value(latch.var.lit()))
            };
            let latches: Vec<bool> = circuit.latches.iter().map(reset).collect();
            Arc::new(State { latches: Bits::new(&latches), before: None })
        });
        self.random = random;
        let mut simulation = Simulation::new(circuit);
        simulation.load(circuit, &state.latches.unpacked(circuit.latches.len()), &inputs);
        debug_assert!(circuit.constraints.iter().all(|&lit| simulation.value(lit)));
        if simulation.value(self.bad) {
            let trace = state.trace(circuit, inputs);
            debug_assert_eq!(trace.replay(circuit, self.bad), Ok(()));
            return Some(trace);
        }
        let next: Vec<bool> =
            circuit.latches.iter().map(|latch| simulation.value(latch.next)).collect();
        let next = State { latches: Bits::new(&next), before: Some((state, Bits::new(&inputs))) };
        self.states += 1;
        self.queue.put_back(task.clone());
        self.queue.push(task.level - 1, Some(Arc::new(next)));
        None
    }

    /// Moves the cubes of a level up, as far as they go; then those of the next, and then the search goes on.
    fn lift(&mut self, level: usize, mut place: usize, budget: &Budget) -> Result<(), Exhausted> {
        while let Some(cube) = self.levels.cubes(level).get(place).cloned() {
            match self.levels.step(&cube, level + 1, true, budget)? {
                // The cube leaves its place to the next one.
                Step::Excluded(smaller, height) => self.levels.add(smaller, height),
                Step::Possible => place += 1,
            }
            self.stage = Stage::Lift { level, place };
        }
        if self.levels.cubes(level).is_empty() {
            let cubes: Vec<Cube> = self.levels.beyond(level);
            let assumed = self.levels.assumed().to_vec();
            let complement = Complement::new(self.relation.clone(), self.bad, cubes, assumed);
            self.stage = Stage::Conclude(Box::new(complement));
        } else if level + 1 < self.levels.last() {
            self.stage = Stage::Lift { level: level + 1, place: 0 };
        } else {
            let last = self.levels.last();
            self.queue.unpark(last);
            self.queue.push(last, None);
            self.stage = Stage::Search;
        }
        Ok(())
    }
}
