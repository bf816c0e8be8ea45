//! Frames and the clauses in them.
//!
//! Clauses are kept once, in the last frame where they hold. In the solver a clause carries the
//! negated activation literal of its frame; a query of frame i assumes the activation literals of
//! frame i and of all later frames.

use buttress_budget::{Budget, Exhausted};
use buttress_prop::{Cube, Lit};
use buttress_sat::{Query, SatResult, Solver};

use crate::{Consecution, Ic3};

/// The negation of a clause of a frame, with a signature that speeds up comparisons.
#[derive(Clone, Debug)]
pub(crate) struct Lemma {
    pub(crate) cube: Cube,
    signature: u64,
}

impl Lemma {
    pub(crate) fn new(cube: Cube) -> Lemma {
        let signature = signature(&cube);
        Lemma { cube, signature }
    }

    /// Does this cube contain all states of `other`?
    pub(crate) fn contains(&self, other: &Lemma) -> bool {
        self.signature & !other.signature == 0 && self.cube.contains(&other.cube)
    }
}

fn signature(cube: &[Lit]) -> u64 {
    cube.iter().fold(0, |bits, lit| bits | 1 << (lit.code().wrapping_mul(0x9e37_79b1) >> 26))
}

pub(crate) struct Frame {
    /// While this literal is true, the clauses of the frame hold. (Frame 0 has none: θ is assumed.)
    pub(crate) active: Lit,
    pub(crate) lemmas: Vec<Lemma>,
}

impl Frame {
    pub(crate) fn new(active: Lit) -> Frame {
        Frame { active, lemmas: Vec::new() }
    }
}

/// What a relative-induction query takes for granted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Premise {
    /// The clauses of this frame and of all later ones; for frame 0, θ.
    Frame(usize),
    /// ¬bad, and only what is in F∞.
    Forever,
}

/// Asserts the clause that excludes `cube`, as long as `active` holds.
fn assert_lemma(solver: &mut Solver, cube: &Cube, active: Option<Lit>) {
    let clause: Vec<Lit> = cube.iter().map(|&lit| !lit).chain(active.map(|lit| !lit)).collect();
    for lit in cube.iter() {
        solver.keep_in_cone(lit.var());
    }
    solver.add_clause(&clause);
}

impl Ic3 {
    /// The last frame from `frame` on that excludes all of `state` by one clause; F∞ counts as the last.
    pub(crate) fn blocked_at(&self, state: &Cube, frame: usize) -> Option<usize> {
        let lemma = Lemma::new(state.clone());
        if self.invariants.iter().any(|known| known.contains(&lemma)) {
            return Some(self.last());
        }
        let later = (frame..self.frames.len()).rev();
        later
            .into_iter()
            .find(|&index| self.frames[index].lemmas.iter().any(|known| known.contains(&lemma)))
    }

    /// premise ∧ ¬cube ∧ C ∧ ρ ∧ cube′
    pub(crate) fn consecution(
        &mut self,
        premise: Premise,
        cube: &Cube,
        budget: &Budget,
    ) -> Result<Consecution, Exhausted> {
        let clause: Vec<Lit> = cube.iter().map(|&lit| !lit).collect();
        self.relative(premise, cube, Some(&clause), budget)
    }

    /// premise ∧ C ∧ ρ ∧ cube′, together with `clause`
    pub(crate) fn relative(
        &mut self,
        premise: Premise,
        cube: &Cube,
        clause: Option<&[Lit]>,
        budget: &Budget,
    ) -> Result<Consecution, Exhausted> {
        self.counters.queries += 1;
        let mut assumptions = self.primed(cube);
        match premise {
            Premise::Frame(0) => assumptions.extend(self.step.theta()),
            Premise::Frame(frame) => {
                assumptions.extend(self.frames[frame..].iter().map(|frame| frame.active));
            }
            Premise::Forever => assumptions.push(!self.bad),
        }
        let query = Query { assumptions: &assumptions, clause, cone: true };
        Ok(match self.solver.query(&query, budget)? {
            SatResult::Sat => Consecution::Reached,
            SatResult::Unsat => Consecution::Blocked(self.shrink_by_core(cube, budget)?),
        })
    }

    /// cube′ as signals of this step.
    fn primed(&self, cube: &Cube) -> Vec<Lit> {
        cube.iter().map(|&lit| self.step.next(lit)).collect()
    }

    /// θ ∧ C ∧ cube: does the cube hold a first state of a computation?
    ///
    /// Mostly a look at the reset values tells. Where constraints narrow the choice of
    /// uninitialised latches, θ ∧ C is smaller than θ, and clauses that need it are worth a query.
    pub(crate) fn is_initial(&mut self, cube: &[Lit], budget: &Budget) -> Result<bool, Exhausted> {
        if !self.step.is_initial(cube) || !self.has_narrow_start {
            return Ok(self.step.is_initial(cube));
        }
        self.counters.queries += 1;
        let assumptions: Vec<Lit> = cube.iter().copied().chain(self.step.theta()).collect();
        let query = Query { assumptions: &assumptions, clause: None, cone: true };
        Ok(self.solver.query(&query, budget)? == SatResult::Sat)
    }

    /// The literals of `cube` that the last unsat core names, and one more if needed to stay
    /// clear of the initial states.
    fn shrink_by_core(&mut self, cube: &Cube, budget: &Budget) -> Result<Cube, Exhausted> {
        let mut core: Vec<Lit> = self.solver.core().to_vec();
        core.sort_unstable();
        let in_core = |lit: &Lit| core.binary_search(&self.step.next(*lit)).is_ok();
        let mut kept: Vec<Lit> = cube.iter().copied().filter(in_core).collect();
        if !self.is_initial(&kept, budget)? {
            return Ok(Cube::new(kept));
        }
        let barrier = cube.iter().copied().filter(|&lit| self.step.is_reset(!lit));
        match barrier.max_by(|a, b| self.activity[a.var()].total_cmp(&self.activity[b.var()])) {
            Some(lit) => {
                kept.push(lit);
                Ok(Cube::new(kept))
            }
            // Only the constraints keep the cube clear of the start.
            None => Ok(cube.clone()),
        }
    }

    /// Adds a clause to the frames up to `frame`, dropping those it makes redundant.
    pub(crate) fn add_lemma(&mut self, frame: usize, cube: Cube) {
        let lemma = Lemma::new(cube);
        for known in &mut self.frames[1..=frame] {
            let before = known.lemmas.len();
            known.lemmas.retain(|other| !lemma.contains(other));
            self.stale += before - known.lemmas.len();
        }
        assert_lemma(&mut self.solver, &lemma.cube, Some(self.frames[frame].active));
        for lit in lemma.cube.iter() {
            self.activity[lit.var()] += self.bump;
        }
        self.decay_activity();
        self.frames[frame].lemmas.push(lemma);
    }

    fn decay_activity(&mut self) {
        self.bump *= 1.02;
        if self.bump > 1e100 {
            for activity in self.activity.iter_mut() {
                *activity *= 1e-100;
            }
            self.bump *= 1e-100;
        }
    }

    /// Puts a clause into F∞.
    pub(crate) fn add_invariant(&mut self, cube: Cube) {
        let lemma = Lemma::new(cube);
        for known in &mut self.frames {
            let before = known.lemmas.len();
            known.lemmas.retain(|other| !lemma.contains(other));
            self.stale += before - known.lemmas.len();
        }
        self.invariants.retain(|other| !lemma.contains(other));
        assert_lemma(&mut self.solver, &lemma.cube, None);
        self.invariants.push(lemma);
    }

    /// Builds the solver anew when most of the clauses in it are stale.
    pub(crate) fn refresh_solver(&mut self) {
        let alive: usize = self.frames.iter().map(|frame| frame.lemmas.len()).sum();
        if self.stale < 1000 + 2 * (alive + self.invariants.len()) {
            return;
        }
        let mut solver = crate::fresh_solver(&self.step, self.settings.seed);
        for lemma in &self.invariants {
            assert_lemma(&mut solver, &lemma.cube, None);
        }
        for frame in self.frames.iter_mut().skip(1) {
            frame.active = solver.new_var().lit();
            for lemma in &frame.lemmas {
                assert_lemma(&mut solver, &lemma.cube, Some(frame.active));
            }
        }
        if let Some(recording) = self.solver.take_recording() {
            solver.continue_recording(recording);
        }
        self.solver = solver;
        self.stale = 0;
    }
}
