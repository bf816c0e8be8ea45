//! The levels and the cubes that they exclude, with the solver that answers every question about a step.
//!
//! A cube that level i excludes is excluded from all lower levels too, and is kept once, at the highest level that is known. In the solver it is the clause
//! that the step starts in a bad pair or does not lead into the cube, which holds while its level is assumed. So one
//! question asks for a bad pair and for a step into a level.

use std::sync::Arc;

use buttress_budget::{Budget, Exhausted};
use buttress_clausal::TransitionRelation;
use buttress_prop::{Clause, Cube, IndexVec, Lit, Var};
use buttress_sat::{Query, SatResult, Solver};

use crate::limits::MOST_CORES;
use crate::state::State;

pub(crate) struct Levels {
    relation: Arc<TransitionRelation>,
    bad: Lit,
    seed: u64,
    solver: Solver,
    levels: Vec<Level>,
    /// Cubes from which no bad pair is reached at all.
    closed: Vec<Cube>,
    /// Clauses that hold in all computations, or up to their first bad pair.
    invariants: Vec<Clause>,
    /// Clauses of the solver that others have made superfluous.
    stale: usize,
    /// Where each latch stands in a state.
    places: IndexVec<Var, u32>,
    pub(crate) queries: u64,
    /// The cube that was found last.
    last: Option<Cube>,
}

struct Level {
    /// While this literal is true, the cubes of the level are excluded.
    active: Lit,
    cubes: Vec<Cube>,
}

/// The highest level that excludes a cube; none if all do, also those to come.
pub(crate) type Height = Option<usize>;

/// Does a cube have a state with a step into a level?
pub(crate) enum Step {
    /// It does; the solver holds one.
    Possible,
    /// None has.
    Excluded(Cube, Height),
}

impl Levels {
    /// Level 0 alone, of which nothing is known.
    pub(crate) fn new(relation: Arc<TransitionRelation>, bad: Lit, seed: u64) -> Levels {
        let mut places = IndexVec::filled(0, relation.circuit.vars());
        for (place, latch) in relation.circuit.latches.iter().enumerate() {
            places[latch.var] = place as u32;
        }
        let mut levels = Levels {
            solver: fresh_solver(&relation, bad, seed),
            relation,
            bad,
            seed,
            levels: Vec::new(),
            closed: Vec::new(),
            invariants: Vec::new(),
            stale: 0,
            places,
            queries: 0,
            last: None,
        };
        levels.extend();
        levels
    }

    /// The number of the last level.
    pub(crate) fn last(&self) -> usize {
        self.levels.len() - 1
    }

    /// Opens a level that excludes nothing.
    pub(crate) fn extend(&mut self) {
        let active = self.solver.new_var().lit();
        self.levels.push(Level { active, cubes: Vec::new() });
    }

    /// With the model of the last question that had one.
    pub(crate) fn solver(&self) -> &Solver {
        &self.solver
    }

    /// The cubes that are kept at a level.
    pub(crate) fn cubes(&self, level: usize) -> &[Cube] {
        &self.levels[level].cubes
    }

    /// How many cubes there are.
    pub(crate) fn size(&self) -> usize {
        self.levels.iter().map(|level| level.cubes.len()).sum::<usize>() + self.closed.len()
    }

    /// What all levels from `level` on exclude.
    pub(crate) fn beyond(&self, level: usize) -> Vec<Cube> {
        let later = self.levels[level..].iter().flat_map(|level| &level.cubes);
        later.chain(&self.closed).cloned().collect()
    }

    /// The highest level that is known to exclude the state, if any does.
    pub(crate) fn excluded(&self, state: &State, level: usize) -> Option<Height> {
        let is_in = |cube: &Cube| state.is_in(cube, |var| self.places[var] as usize);
        if self.closed.iter().any(is_in) {
            return Some(None);
        }
        let later = (level..self.levels.len()).rev();
        later.into_iter().find(|&level| self.levels[level].cubes.iter().any(is_in)).map(Some)
    }

    /// Is the start in a cube of this level or a later one?
    pub(crate) fn start_excluded(&self, level: usize) -> Option<Height> {
        let theta: Cube = self.relation.theta().collect();
        if self.closed.iter().any(|cube| cube.contains(&theta)) {
            return Some(None);
        }
        let later = (level..self.levels.len()).rev();
        let has =
            |level: &usize| self.levels[*level].cubes.iter().any(|cube| cube.contains(&theta));
        later.into_iter().find(has).map(Some)
    }

    /// state ∧ C ∧ (bad ∨ ρ ∧ B′) for the level B before `level`; for level 0, state ∧ C ∧ bad
    ///
    /// Steps from the cube into itself do not count if `leaving`.
    pub(crate) fn step(
        &mut self,
        cube: &[Lit],
        level: usize,
        leaving: bool,
        budget: &Budget,
    ) -> Result<Step, Exhausted> {
        self.queries += 1;
        let mut assumptions = cube.to_vec();
        match level {
            0 => assumptions.push(self.bad),
            _ => assumptions.extend(self.levels[level - 1..].iter().map(|level| level.active)),
        }
        let clause = leaving.then(|| self.not_into(cube));
        let query = Query { assumptions: &assumptions, clause: clause.as_deref(), cone: true };
        if self.solver.query(&query, budget)? == SatResult::Sat {
            return Ok(Step::Possible);
        }
        let mut core = self.solver.core().to_vec();
        core.sort_unstable();
        let has = |lit: Lit| core.binary_search(&lit).is_ok();
        let height = match level {
            0 => has(self.bad).then_some(0),
            _ => {
                let is_blamed = |level: &Level| has(level.active);
                self.levels[level - 1..].iter().position(is_blamed).map(|place| level + place)
            }
        };
        let cube: Cube = cube.iter().copied().filter(|&lit| has(lit)).collect();
        Ok(Step::Excluded(cube, height))
    }

    /// A small cube around `cube` that `level` excludes, if it excludes that.
    pub(crate) fn exclude(
        &mut self,
        cube: &[Lit],
        level: usize,
        budget: &Budget,
    ) -> Result<Step, Exhausted> {
        if let Some(last) = self.last.take() {
            // What this state shares with one that was excluded just now is likely to be why.
            let shared: Vec<Lit> =
                cube.iter().copied().filter(|lit| last.binary_search(lit).is_ok()).collect();
            if shared.len() < cube.len()
                && let Step::Excluded(smaller, height) = self.step(&shared, level, true, budget)?
            {
                return self.shrunk(smaller, level, height, budget);
            }
        }
        match self.step(cube, level, false, budget)? {
            Step::Possible => Ok(Step::Possible),
            Step::Excluded(smaller, height) => self.shrunk(smaller, level, height, budget),
        }
    }

    /// A core of the core, and so on.
    fn shrunk(
        &mut self,
        mut cube: Cube,
        level: usize,
        mut height: Height,
        budget: &Budget,
    ) -> Result<Step, Exhausted> {
        for _ in 0..MOST_CORES {
            let Step::Excluded(smaller, higher) = self.step(&cube, level, true, budget)? else {
                break;
            };
            let is_smaller = smaller.len() < cube.len();
            (cube, height) = (smaller, higher);
            if !is_smaller {
                break;
            }
        }
        self.last = Some(cube.clone());
        Ok(Step::Excluded(cube, height))
    }

    /// All levels up to `height` exclude the cube.
    pub(crate) fn add(&mut self, cube: Cube, height: Height) {
        // Beyond the last level nothing is known but what is closed.
        let reach = height.map_or(self.last(), |height| height.min(self.last()));
        for known in &mut self.levels[..=reach] {
            let before = known.cubes.len();
            known.cubes.retain(|other| !cube.contains(other));
            self.stale += before - known.cubes.len();
        }
        let active = height.map(|_| self.levels[reach].active);
        assert_excluded(&mut self.solver, &self.relation, (self.bad, active), &cube);
        match height {
            Some(_) => self.levels[reach].cubes.push(cube),
            None => self.closed.push(cube),
        }
    }

    /// Takes a clause that holds in all computations, or in all up to their first bad pair.
    pub(crate) fn assume(&mut self, clause: &Clause) {
        conjoin(&mut self.solver, clause);
        self.invariants.push(clause.clone());
    }

    /// The clauses that were taken.
    pub(crate) fn assumed(&self) -> &[Clause] {
        &self.invariants
    }

    /// Builds the solver anew when most of the clauses in it are stale.
    pub(crate) fn refresh_solver(&mut self) {
        if self.stale < 1000 + 2 * self.size() {
            return;
        }
        let mut solver = fresh_solver(&self.relation, self.bad, self.seed);
        self.invariants.iter().for_each(|clause| conjoin(&mut solver, clause));
        for cube in &self.closed {
            assert_excluded(&mut solver, &self.relation, (self.bad, None), cube);
        }
        for level in &mut self.levels {
            level.active = solver.new_var().lit();
            for cube in &level.cubes {
                let active = Some(level.active);
                assert_excluded(&mut solver, &self.relation, (self.bad, active), cube);
            }
        }
        self.solver = solver;
        self.stale = 0;
    }

    /// bad ∨ ¬cube′
    fn not_into(&self, cube: &[Lit]) -> Vec<Lit> {
        let primed = cube.iter().map(|&lit| !self.relation.next(lit));
        primed.chain([self.bad]).collect()
    }
}

/// The clauses of the step under the constraints.
fn fresh_solver(relation: &TransitionRelation, bad: Lit, seed: u64) -> Solver {
    let mut solver = relation.justifying_solver(seed);
    solver.keep_in_cone(bad.var());
    for &constraint in &relation.circuit.constraints {
        conjoin(&mut solver, &[constraint]);
    }
    solver
}

fn conjoin(solver: &mut Solver, clause: &[Lit]) {
    solver.add_clause(clause);
    clause.iter().for_each(|lit| solver.keep_in_cone(lit.var()));
}

/// bad ∨ ¬cube′, as long as `active` holds
fn assert_excluded(
    solver: &mut Solver,
    relation: &TransitionRelation,
    (bad, active): (Lit, Option<Lit>),
    cube: &Cube,
) {
    let mut clause: Vec<Lit> = cube.iter().map(|&lit| !relation.next(lit)).chain([bad]).collect();
    clause.iter().for_each(|lit| solver.keep_in_cone(lit.var()));
    clause.extend(active.map(|lit| !lit));
    solver.add_clause(&clause);
}
