//! The largest part of many candidates that is inductive, judged on verification conditions.
//!
//! All candidates are assumed where paths begin, beside the user's own annotations. One that does not
//! follow where a path ends goes, and what leaned on it is asked again. What stays holds wherever the annotations do.
//! Source: Flanagan and Leino, Houdini, an annotation assistant for ESC/Java, 2001.

use std::collections::{BTreeSet, HashMap};

use buttress_budget::{Budget, Exhausted};
use buttress_decide::{Evidence, Settings, Solver};
use buttress_logic::{Model, Sort, Term, Terms};
use buttress_pi::paths::{BasicPath, GoalKind, Origin, Point};
use buttress_pi::program::{Expression, Function, LoopId};

use crate::entailment::{Entailment, ask, follows, is_false, is_quantified};
use crate::instances::instances;
use crate::limits::{ALONE_EFFORT, FULL_EFFORT, NUMERIC_EFFORT};

/// A fact that may or may not hold at a loop.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Candidate {
    /// Where.
    pub(crate) head: LoopId,
    /// What.
    pub(crate) expression: Expression,
}

/// How hard it is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Strategy {
    /// Quantified hypotheses are left out and all goals of a path asked at once, with one solver for each path.
    Numeric,
    /// Everything counts, and each goal is a question of its own.
    Full,
}

/// Where a function's conjuncts that are candidates are among those of its annotations and facts.
pub(crate) struct CandidatePositions {
    /// By loop, the candidate at each position of the annotation; facts come after the user's conjuncts.
    pub(crate) annotation: HashMap<(LoopId, usize), usize>,
    /// By loop, the candidate at each position among the facts.
    pub(crate) facts: HashMap<(LoopId, usize), usize>,
}

impl CandidatePositions {
    /// Candidates are the last facts of their loops, of which `known` come before.
    pub(crate) fn of_facts(
        function: &Function,
        known: impl Fn(LoopId) -> usize,
        candidates: &[Candidate],
    ) -> CandidatePositions {
        let mut places = CandidatePositions { annotation: HashMap::new(), facts: HashMap::new() };
        let mut next: HashMap<LoopId, usize> = HashMap::new();
        for (number, Candidate { head, .. }) in candidates.iter().enumerate() {
            let own = function.head(*head).annotation.conjuncts.len();
            let place = next.entry(*head).or_insert_with(|| known(*head));
            places.facts.insert((*head, *place), number);
            places.annotation.insert((*head, own + *place), number);
            *place += 1;
        }
        places
    }

    /// The user's own conjuncts are candidates.
    pub(crate) fn of_annotations(conjuncts: &[(LoopId, usize)]) -> CandidatePositions {
        let numbered = conjuncts.iter().enumerate();
        let annotation = numbered.map(|(number, place)| (*place, number)).collect();
        CandidatePositions { annotation, facts: HashMap::new() }
    }

    /// The candidate that a goal of a path is.
    fn asked(&self, path: &BasicPath, kind: GoalKind) -> Option<usize> {
        let Point::Loop(head) = path.to else { return None };
        match kind {
            GoalKind::Fact(place) => self.facts.get(&(head, place)).copied(),
            GoalKind::Conjunct(place) => self.annotation.get(&(head, place)).copied(),
            _ => None,
        }
    }

    /// The candidate that a hypothesis of a path is.
    pub(crate) fn assumed(&self, path: &BasicPath, origin: Origin) -> Option<usize> {
        match (path.from, origin) {
            (Point::Loop(head), Origin::Annotation(place)) => {
                self.annotation.get(&(head, place)).copied()
            }
            _ => None,
        }
    }
}

/// Which of so many candidates form the greatest inductive part.
pub(crate) fn inductive(
    terms: &mut Terms,
    paths: &[BasicPath],
    places: &CandidatePositions,
    count: usize,
    strategy: Strategy,
    budget: &Budget,
) -> Result<Vec<bool>, Exhausted> {
    let mut houdini = Houdini { is_live: vec![true; count], steps: Vec::new() };
    for path in paths.iter().filter(|path| matches!(path.to, Point::Loop(_))) {
        if let Some(step) = Step::new(terms, path, places, strategy) {
            houdini.steps.push(step);
        }
    }
    houdini.run(terms, strategy, budget)?;
    Ok(houdini.is_live)
}

/// A path between annotations.
struct Step {
    /// What is assumed in any case.
    base: Vec<Term>,
    /// Candidates that are assumed where it begins.
    assumed: Vec<(usize, Term)>,
    /// Candidates that shall follow where it ends.
    asked: Vec<(usize, Term)>,
    /// For each group of goals that has been shown: what it leaned on.
    shown: Vec<Shown>,
    incremental: Option<Incremental>,
}

/// A group of goals, by their places, and the candidates that it leans on once it has been shown.
struct Shown {
    goals: Vec<usize>,
    by: Option<BTreeSet<usize>>,
}

impl Step {
    fn new(
        terms: &mut Terms,
        path: &BasicPath,
        places: &CandidatePositions,
        strategy: Strategy,
    ) -> Option<Step> {
        let (mut base, mut assumed, mut asked) = (Vec::new(), Vec::new(), Vec::new());
        for hypothesis in &path.hypotheses {
            let formula = hypothesis.formula;
            match places.assumed(path, hypothesis.origin) {
                Some(candidate) => assumed.push((candidate, formula)),
                None if strategy == Strategy::Full || !is_quantified(terms, formula) => {
                    base.push(formula);
                }
                None => {}
            }
        }
        for goal in &path.goals {
            asked.extend(places.asked(path, goal.kind).map(|id| (id, goal.formula)));
        }
        if strategy == Strategy::Numeric {
            let all = path.hypotheses.iter().map(|hypothesis| hypothesis.formula);
            let goals: Vec<Term> = asked.iter().map(|(_, formula)| *formula).collect();
            let quantified: Vec<Term> = all.filter(|it| is_quantified(terms, *it)).collect();
            let others = [&base[..], &goals].concat();
            base.extend(instances(terms, &quantified, &others));
        }
        let everywhere: Vec<usize> = (0..asked.len()).collect();
        let groups: Vec<Vec<usize>> = match strategy {
            Strategy::Numeric => vec![everywhere],
            Strategy::Full => everywhere.into_iter().map(|goal| vec![goal]).collect(),
        };
        let shown = groups.into_iter().map(|goals| Shown { goals, by: None }).collect();
        if asked.is_empty() {
            return None;
        }
        Some(Step { base, assumed, asked, shown, incremental: None })
    }
}

struct Houdini {
    is_live: Vec<bool>,
    steps: Vec<Step>,
}

impl Houdini {
    fn run(
        &mut self,
        terms: &mut Terms,
        strategy: Strategy,
        budget: &Budget,
    ) -> Result<(), Exhausted> {
        // Each round either ends or loses a candidate.
        loop {
            let mut is_changed = false;
            for step in 0..self.steps.len() {
                for group in 0..self.steps[step].shown.len() {
                    if self.steps[step].shown[group].by.is_none() {
                        is_changed |= self.settle(terms, step, group, strategy, budget)?;
                    }
                }
            }
            if !is_changed {
                return Ok(());
            }
        }
    }

    /// Asks until all candidates left in a group follow; did any go?
    fn settle(
        &mut self,
        terms: &mut Terms,
        step: usize,
        group: usize,
        strategy: Strategy,
        budget: &Budget,
    ) -> Result<bool, Exhausted> {
        let mut is_changed = false;
        loop {
            let goals: Vec<usize> = self.live_goals(step, &self.steps[step].shown[group].goals);
            if goals.is_empty() {
                self.steps[step].shown[group].by = Some(BTreeSet::new());
                return Ok(is_changed);
            }
            match self.answer(terms, step, &goals, strategy, budget)? {
                Entailment::Follows(core) => {
                    let assumed = &self.steps[step].assumed;
                    let leant = assumed.iter().filter(|(id, formula)| {
                        self.is_live[*id] && core.contains(&self.name(step, *id, *formula))
                    });
                    let by = leant.map(|(id, _)| *id).collect();
                    self.steps[step].shown[group].by = Some(by);
                    return Ok(is_changed);
                }
                Entailment::Fails(mut model) => {
                    let lost = self.falsified(terms, step, &goals, &mut model);
                    for id in lost {
                        self.lose(id);
                    }
                    is_changed = true;
                }
                Entailment::Open if goals.len() > 1 => {
                    for goal in goals {
                        let shown = Shown { goals: vec![goal], by: None };
                        self.steps[step].shown.push(shown);
                    }
                    self.steps[step].shown[group] =
                        Shown { goals: Vec::new(), by: Some(BTreeSet::new()) };
                    // They are met later in the same round, or in the next.
                    return Ok(true);
                }
                Entailment::Open => {
                    let (id, _) = self.steps[step].asked[goals[0]];
                    self.lose(id);
                    is_changed = true;
                }
            }
        }
    }

    fn live_goals(&self, step: usize, goals: &[usize]) -> Vec<usize> {
        let is_live = |goal: &usize| self.is_live[self.steps[step].asked[*goal].0];
        goals.iter().copied().filter(is_live).collect()
    }

    /// How the core of a refutation calls an assumed candidate.
    fn name(&self, step: usize, id: usize, formula: Term) -> Term {
        match &self.steps[step].incremental {
            Some(incremental) => incremental.assumed.get(&id).copied().unwrap_or(formula),
            None => formula,
        }
    }

    fn answer(
        &mut self,
        terms: &mut Terms,
        step: usize,
        goals: &[usize],
        strategy: Strategy,
        budget: &Budget,
    ) -> Result<Entailment, Exhausted> {
        let is_live = &self.is_live;
        let step = &mut self.steps[step];
        let live = step.assumed.iter().filter(|(id, _)| is_live[*id]);
        match strategy {
            Strategy::Full => {
                let parts: Vec<Term> = goals.iter().map(|goal| step.asked[*goal].1).collect();
                let goal = terms.and(&parts);
                let mut hypotheses = step.base.clone();
                let is_own = |id: &usize| goals.iter().any(|goal| step.asked[*goal].0 == *id);
                let own = live.clone().filter(|(id, _)| is_own(id));
                hypotheses.extend(own.map(|(_, formula)| *formula));
                let alone = follows(terms, &hypotheses, goal, ALONE_EFFORT, budget)?;
                if matches!(alone, Entailment::Follows(_)) {
                    return Ok(alone);
                }
                let others = live.filter(|(id, _)| !is_own(id));
                hypotheses.extend(others.map(|(_, formula)| *formula));
                follows(terms, &hypotheses, goal, FULL_EFFORT, budget)
            }
            Strategy::Numeric => {
                let Step { base, assumed, asked, incremental, .. } = step;
                let incremental = incremental
                    .get_or_insert_with(|| Incremental::new(terms, base, assumed, asked));
                let live: Vec<usize> =
                    assumed.iter().filter(|(id, _)| is_live[*id]).map(|(id, _)| *id).collect();
                incremental.ask(terms, &live, goals, budget)
            }
        }
    }

    /// The candidates among all goals of a step that a model falsifies; one of `goals` is among them.
    fn falsified(
        &self,
        terms: &Terms,
        step: usize,
        goals: &[usize],
        model: &mut Model,
    ) -> Vec<usize> {
        let asked = &self.steps[step].asked;
        let mut lost: Vec<usize> = Vec::new();
        for (id, formula) in asked.iter().filter(|(id, _)| self.is_live[*id]) {
            if is_false(terms, model, *formula) {
                lost.push(*id);
            }
        }
        // Whoever cannot be evaluated goes, lest the same question be asked again.
        if !goals.iter().any(|goal| lost.contains(&asked[*goal].0)) {
            lost.extend(goals.iter().map(|goal| asked[*goal].0));
        }
        lost
    }

    fn lose(&mut self, id: usize) {
        self.is_live[id] = false;
        for step in &mut self.steps {
            for shown in &mut step.shown {
                if shown.by.as_ref().is_some_and(|by| by.contains(&id)) {
                    shown.by = None;
                }
            }
        }
    }
}

/// A solver for all questions about one path, which switches candidates by truth values.
struct Incremental {
    solver: Solver,
    assumed: HashMap<usize, Term>,
    /// For each goal: it fails.
    failing: Vec<Term>,
    /// For each set of goals that was asked: one of them fails.
    any: HashMap<Vec<usize>, Term>,
}

impl Incremental {
    fn new(
        terms: &mut Terms,
        base: &[Term],
        assumed: &[(usize, Term)],
        asked: &[(usize, Term)],
    ) -> Incremental {
        let mut solver = Solver::new(Settings::new(0, Evidence::Core));
        for formula in base {
            solver.assert(*formula);
        }
        let mut switches = HashMap::new();
        for (id, formula) in assumed {
            let switch = terms.fresh_constant("assumed", Sort::BOOL);
            let conditional = terms.implies(switch, *formula);
            solver.assert(conditional);
            switches.insert(*id, switch);
        }
        let mut failing = Vec::new();
        for (_, formula) in asked {
            let switch = terms.fresh_constant("fails", Sort::BOOL);
            let opposite = terms.not(*formula);
            let conditional = terms.implies(switch, opposite);
            solver.assert(conditional);
            failing.push(switch);
        }
        Incremental { solver, assumed: switches, failing, any: HashMap::new() }
    }

    fn ask(
        &mut self,
        terms: &mut Terms,
        live: &[usize],
        goals: &[usize],
        budget: &Budget,
    ) -> Result<Entailment, Exhausted> {
        let mut assumptions: Vec<Term> =
            live.iter().filter_map(|id| self.assumed.get(id).copied()).collect();
        match goals {
            [goal] => assumptions.push(self.failing[*goal]),
            goals => {
                let solver = &mut self.solver;
                let failing: Vec<Term> = goals.iter().map(|goal| self.failing[*goal]).collect();
                let any = self.any.entry(goals.to_vec()).or_insert_with(|| {
                    let any = terms.fresh_constant("any", Sort::BOOL);
                    let one = terms.or(&failing);
                    let conditional = terms.implies(any, one);
                    solver.assert(conditional);
                    any
                });
                assumptions.push(*any);
            }
        }
        ask(&mut self.solver, terms, &assumptions, NUMERIC_EFFORT, budget)
    }
}
