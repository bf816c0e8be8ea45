//! Frames and the clauses in them, with the solver that answers every question about a step.
//!
//! Clauses are kept once, in the last frame where they hold. In the solver a clause carries the
//! negated activation literal of its frame; a query of frame i assumes the activation literals of
//! frame i and of all later frames.

use std::sync::Arc;

use buttress_budget::{Budget, Exhausted};
use buttress_circuit::Latch;
use buttress_clausal::TransitionRelation;
use buttress_prop::{Cube, Lit, Var};
use buttress_sat::{Query, Recording, SatResult, Solver};

use crate::activity::Activity;
use crate::lemma::{Lemma, Obstacle};

/// All frames, and F∞.
pub(crate) struct Frames {
    relation: Arc<TransitionRelation>,
    bad: Lit,
    /// What the last frame must exclude: bad, or bad′ ∧ C′ if ¬bad is given.
    goal: Lit,
    seed: u64,
    /// Clauses of the step, constraints, F∞, and the clauses of every frame, which count while the
    /// frame's activation literal is assumed. One solver for all frames keeps the clauses of the
    /// step in the cache, where a solver per frame spent most of its time waiting for memory.
    solver: Solver,
    /// What a start knows, while it is asked about.
    start: Option<Solver>,
    frames: Vec<Frame>,
    /// Clauses in the solver that a stronger one has replaced.
    stale: usize,
    /// Can the constraints exclude states that satisfy θ?
    has_narrow_start: bool,
    /// F∞ as cubes that it excludes.
    invariants: Vec<Lemma>,
    activity: Activity,
    queries: u64,
    /// The number of the last lemma.
    number: u64,
    /// The lemmas of frames since somebody last asked for them; none while nobody wants them.
    news: Option<Vec<(usize, Cube)>>,
}

struct Frame {
    /// While this literal is true, the clauses of the frame hold. (Frame 0 has none: θ is assumed.)
    active: Lit,
    lemmas: Vec<Lemma>,
}

impl Frame {
    fn new(active: Lit) -> Frame {
        Frame { active, lemmas: Vec::new() }
    }
}

/// A lemma of the frame before, looked at for a state that it excludes.
pub(crate) struct Parent {
    pub(crate) cube: Cube,
    /// What the states in its way lead to, as far as that is known.
    pub(crate) successor: Option<Cube>,
}

/// What a relative-induction query takes for granted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Premise {
    /// The clauses of this frame and of all later ones; for frame 0, θ.
    Frame(usize),
    /// ¬bad, and only what is in F∞.
    Forever,
}

/// The answer to one relative-induction query.
pub(crate) enum Consecution {
    /// The cube has no predecessor in the frame; a smaller cube for which that holds too.
    Blocked(Cube),
    /// The solver holds a predecessor.
    Reached,
}

impl Frames {
    /// Frame 0 alone. If `goal` is not `bad` itself, ¬bad is given.
    pub(crate) fn new(relation: Arc<TransitionRelation>, bad: Lit, goal: Lit, seed: u64) -> Frames {
        let is_free = |latch: &Latch| relation.reset(latch.var).is_none();
        let has_narrow_start = !relation.circuit.constraints.is_empty()
            && relation.circuit.latches.iter().any(is_free);
        Frames {
            solver: fresh_solver(&relation, given(bad, goal), seed),
            start: None,
            activity: Activity::new(relation.circuit.vars()),
            relation,
            bad,
            goal,
            seed,
            frames: vec![Frame::new(Lit::TRUE)],
            stale: 0,
            has_narrow_start,
            invariants: Vec::new(),
            queries: 0,
            number: 0,
            news: None,
        }
    }

    /// What the last frame must exclude.
    pub(crate) fn goal(&self) -> Lit {
        self.goal
    }

    pub(crate) fn relation(&self) -> &TransitionRelation {
        &self.relation
    }

    /// With the model of the last question that had one.
    pub(crate) fn solver(&self) -> &Solver {
        &self.solver
    }

    pub(crate) fn activity(&self) -> &Activity {
        &self.activity
    }

    /// How many questions were asked.
    pub(crate) fn queries(&self) -> u64 {
        self.queries
    }

    /// The number of the last frame.
    pub(crate) fn last(&self) -> usize {
        self.frames.len() - 1
    }

    /// The lemmas of a frame.
    pub(crate) fn lemmas(&self, frame: usize) -> &[Lemma] {
        &self.frames[frame].lemmas
    }

    /// F∞ as the cubes that it excludes.
    pub(crate) fn invariants(&self) -> &[Lemma] {
        &self.invariants
    }

    /// The lemmas that were added since the last call, each with its frame; from the first call on.
    pub(crate) fn take_news(&mut self) -> Vec<(usize, Cube)> {
        self.news.replace(Vec::new()).unwrap_or_default()
    }

    /// Opens a new last frame.
    pub(crate) fn extend(&mut self) {
        let active = self.solver.new_var().lit();
        self.frames.push(Frame::new(active));
    }

    pub(crate) fn start_recording(&mut self) {
        self.solver.start_recording();
    }

    pub(crate) fn take_recording(&mut self) -> Option<Recording> {
        self.solver.take_recording()
    }

    /// θ ∧ C ∧ bad: a model, if there is one. A question that the budget cuts short goes on the next time.
    pub(crate) fn initially_bad(&mut self, budget: &Budget) -> Result<Option<Solver>, Exhausted> {
        self.queries += 1;
        let assumptions: Vec<Lit> = self.relation.theta().chain([self.bad]).collect();
        let fresh = || fresh_solver(&self.relation, None, self.seed);
        let start = self.start.get_or_insert_with(fresh);
        let answer = start.solve(&assumptions, budget)?;
        Ok(self.start.take().filter(|_| answer == SatResult::Sat))
    }

    /// F_k ∧ C ∧ goal: has it a model? For frame 0, θ ∧ C ∧ goal.
    pub(crate) fn has_goal(&mut self, frame: usize, budget: &Budget) -> Result<bool, Exhausted> {
        self.queries += 1;
        let mut assumptions = vec![self.goal];
        self.assume_frame(frame, &mut assumptions);
        let query = Query { assumptions: &assumptions, clause: None, cone: true };
        Ok(self.solver.query(&query, budget)? == SatResult::Sat)
    }

    /// F_k, or θ.
    fn assume_frame(&self, frame: usize, assumptions: &mut Vec<Lit>) {
        match frame {
            0 => assumptions.extend(self.relation.theta()),
            _ => assumptions.extend(self.frames[frame..].iter().map(|frame| frame.active)),
        }
    }

    /// The last frame from `frame` on that excludes all of `state` by one clause; F∞ counts as the last.
    pub(crate) fn blocked_at(&self, state: &Cube, frame: usize) -> Option<usize> {
        let lemma = Lemma::new(state.clone(), 0);
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
        self.queries += 1;
        let mut assumptions = self.primed(cube);
        match premise {
            Premise::Frame(frame) => self.assume_frame(frame, &mut assumptions),
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
        cube.iter().map(|&lit| self.relation.next(lit)).collect()
    }

    /// θ ∧ C ∧ cube: does the cube hold a first state of a computation?
    ///
    /// Mostly a look at the reset values tells. Where constraints narrow the choice of
    /// uninitialised latches, θ ∧ C is smaller than θ, and clauses that need it are worth a query.
    pub(crate) fn is_initial(&mut self, cube: &[Lit], budget: &Budget) -> Result<bool, Exhausted> {
        if !self.relation.is_initial(cube) || !self.has_narrow_start {
            return Ok(self.relation.is_initial(cube));
        }
        self.queries += 1;
        let assumptions: Vec<Lit> = cube.iter().copied().chain(self.relation.theta()).collect();
        let query = Query { assumptions: &assumptions, clause: None, cone: true };
        Ok(self.solver.query(&query, budget)? == SatResult::Sat)
    }

    /// The literals of `cube` that the last unsat core names, and one more if needed to stay
    /// clear of the initial states.
    fn shrink_by_core(&mut self, cube: &Cube, budget: &Budget) -> Result<Cube, Exhausted> {
        let mut core: Vec<Lit> = self.solver.core().to_vec();
        core.sort_unstable();
        let in_core = |lit: &Lit| core.binary_search(&self.relation.next(*lit)).is_ok();
        let mut kept: Vec<Lit> = cube.iter().copied().filter(in_core).collect();
        if !self.is_initial(&kept, budget)? {
            return Ok(Cube::new(kept));
        }
        let barrier = cube.iter().copied().filter(|&lit| self.relation.is_reset(!lit));
        match barrier.max_by(|a, b| self.activity.compare(*a, *b)) {
            Some(lit) => {
                kept.push(lit);
                Ok(Cube::new(kept))
            }
            // Only the constraints keep the cube clear of the start.
            None => Ok(cube.clone()),
        }
    }

    /// What the solver's model says of the latches: states that obstruct the cube it was asked about.
    pub(crate) fn obstacle(&self) -> Obstacle {
        Obstacle::new(self.state(), self.successor(), self.number)
    }

    /// What the solver's model says of the latches.
    pub(crate) fn state(&self) -> Cube {
        let latches = self.relation.circuit.latches.iter().map(|latch| latch.var);
        latches.filter_map(|var| Some(var.lit_with(self.solver.value(var.lit())?))).collect()
    }

    /// What the solver's model says of the latches one step later.
    pub(crate) fn successor(&self) -> Cube {
        let latches = self.relation.circuit.latches.iter().map(|latch| latch.var);
        let next = |var: Var| {
            let value = self.solver.value(self.relation.next(var.lit()))?;
            Some(var.lit_with(value))
        };
        latches.filter_map(next).collect()
    }

    /// The lemmas of a frame that exclude all of `cube`.
    pub(crate) fn parents(&self, frame: usize, cube: &Cube) -> Vec<Parent> {
        let lemma = Lemma::new(cube.clone(), 0);
        let excluding = self.frames[frame].lemmas.iter().filter(|known| known.contains(&lemma));
        let parents = excluding.map(|known| {
            let later = self.frames[frame..].iter().flat_map(|frame| &frame.lemmas);
            let is_there =
                |obstacle: &&Obstacle| obstacle.satisfies(later.clone().chain(&self.invariants));
            let obstacle = known.obstacle.as_ref().filter(is_there);
            let successor = obstacle.map(|obstacle| obstacle.successor().clone());
            Parent { cube: known.cube.clone(), successor }
        });
        parents.collect()
    }

    /// Notes that the last question had a model, which keeps the lemma from being moved.
    pub(crate) fn note_obstacle(&mut self, premise: Premise, cube: &Cube) {
        let obstacle = Some(self.obstacle());
        let frame = match premise {
            Premise::Frame(frame) => frame,
            Premise::Forever => self.last(),
        };
        let lemmas = &mut self.frames[frame].lemmas;
        if let Some(lemma) = lemmas.iter_mut().find(|lemma| lemma.cube == *cube) {
            match premise {
                Premise::Frame(_) => lemma.obstacle = obstacle,
                Premise::Forever => lemma.lasting_obstacle = obstacle,
            }
        }
    }

    /// Is it known why the lemma cannot be moved?
    pub(crate) fn is_obstructed(&self, premise: Premise, cube: &Cube) -> bool {
        let (frame, first) = match premise {
            Premise::Frame(frame) => (frame, frame),
            Premise::Forever => (self.last(), self.frames.len()),
        };
        let lemma = self.frames[frame].lemmas.iter().find(|lemma| lemma.cube == *cube);
        let obstacle = lemma.and_then(|lemma| match premise {
            Premise::Frame(_) => lemma.obstacle.as_ref(),
            Premise::Forever => lemma.lasting_obstacle.as_ref(),
        });
        let later = self.frames[first..].iter().flat_map(|frame| &frame.lemmas);
        obstacle.is_some_and(|obstacle| obstacle.satisfies(later.chain(&self.invariants)))
    }

    /// Adds a clause to the frames up to `frame`, dropping those it makes redundant. It may be known why it does not hold in the next.
    pub(crate) fn add_lemma(&mut self, frame: usize, cube: Cube, obstacle: Option<Obstacle>) {
        self.number += 1;
        let mut lemma = Lemma::new(cube, self.number);
        lemma.obstacle = obstacle;
        for known in &mut self.frames[1..=frame] {
            let before = known.lemmas.len();
            known.lemmas.retain(|other| !lemma.contains(other));
            self.stale += before - known.lemmas.len();
        }
        assert_lemma(&mut self.solver, &lemma.cube, Some(self.frames[frame].active));
        self.activity.bump(&lemma.cube);
        if let Some(news) = &mut self.news {
            news.push((frame, lemma.cube.clone()));
        }
        self.frames[frame].lemmas.push(lemma);
    }

    /// Puts a clause into F∞.
    pub(crate) fn add_invariant(&mut self, cube: Cube) {
        self.number += 1;
        let lemma = Lemma::new(cube, self.number);
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
        let given = given(self.bad, self.goal);
        let mut solver = fresh_solver(&self.relation, given, self.seed);
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

/// ¬bad, if frames hold it.
fn given(bad: Lit, goal: Lit) -> Option<Lit> {
    (goal != bad).then_some(!bad)
}

/// The clauses of the step under the constraints, and what else is given.
fn fresh_solver(relation: &TransitionRelation, given: Option<Lit>, seed: u64) -> Solver {
    let mut solver = relation.justifying_solver(seed);
    for lit in relation.circuit.constraints.iter().copied().chain(given) {
        solver.add_clause(&[lit]);
        solver.keep_in_cone(lit.var());
    }
    solver
}

/// Asserts the clause that excludes `cube`, as long as `active` holds.
fn assert_lemma(solver: &mut Solver, cube: &Cube, active: Option<Lit>) {
    let clause: Vec<Lit> = cube.iter().map(|&lit| !lit).chain(active.map(|lit| !lit)).collect();
    for lit in cube.iter() {
        solver.keep_in_cone(lit.var());
    }
    solver.add_clause(&clause);
}
