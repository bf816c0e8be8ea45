//! Closed sets of states, guessed from a run that seems to go on forever.
//!
//! What holds at all of its last visits is conjectured, weakened until it is preserved, and asked whether it excludes
//! every end. What the answer does not need goes, so that the set is easy to understand.

mod candidates;

use std::collections::BTreeMap;

use buttress_budget::{Budget, Exhausted};
use buttress_logic::{Term, Terms};
use buttress_pi::paths::{BasicPath, GoalKind, Origin, Point, basic_paths};
use buttress_pi::program::{Expression, ExpressionKind, FunctionId, Program, Type};
use buttress_pi::{ClosedSet, Facts, Value, print, read_entry_fact, read_fact};

use crate::build::expression;
use crate::entailment::{Entailment, follows, is_false};
use crate::limits::CLOSED_EFFORT;
use crate::structure::FunctionStructure;

/// The variables at a visit of a point.
pub type Visited<'a> = (Point, &'a [Option<Value>]);

/// A closed set that the states of these visits of one function's points are in, if one is found.
pub fn closed_set(
    program: &Program,
    function: FunctionId,
    visits: &[Visited<'_>],
    budget: &Budget,
) -> Result<Option<ClosedSet>, Exhausted> {
    let structure = FunctionStructure::new(program, program.function(function));
    let mut by_point: BTreeMap<Point, Vec<&[Option<Value>]>> = BTreeMap::new();
    for (point, state) in visits {
        by_point.entry(*point).or_default().push(state);
    }
    let mut points = BTreeMap::new();
    for (point, states) in &by_point {
        let found = candidates::candidates(program, function, &structure, *point, states);
        let mut bounds = program.bounds;
        let read = found.into_iter().filter_map(|expression| {
            // What is meant is what a reader would read.
            let text = print::expression(program, program.function(function), &expression);
            match point {
                Point::Loop(head) => read_fact(program, function, *head, &text, &mut bounds),
                _ => read_entry_fact(program, function, &text, &mut bounds),
            }
            .ok()
        });
        points.insert(*point, read.collect());
    }
    let mut set = ClosedSet { function, points };
    let mut live = Live::new(&set);
    let Some(system) = System::new(program, &set) else { return Ok(None) };
    let mut terms = system.terms.clone();
    while system.weaken(&mut terms, &mut live, budget)? {}
    if !system.is_closed(&mut terms, &live, budget)? {
        return Ok(None);
    }
    system.keep_needed(&mut terms, &mut live, budget)?;
    // The last candidates are the least natural ones.
    for number in (0..live.all.len()).rev() {
        if live.is_kept[number] {
            live.is_kept[number] = false;
            live.is_kept[number] = !system.is_closed(&mut terms, &live, budget)?;
        }
    }
    live.keep(&mut set);
    for said in set.points.values_mut().filter(|said| said.is_empty()) {
        said.push(expression(ExpressionKind::Bool(true), Type::Bool));
    }
    Ok(Some(set))
}

/// Which conjuncts of which points are still taken for granted.
struct Live {
    all: Vec<(Point, usize)>,
    is_kept: Vec<bool>,
}

impl Live {
    fn new(set: &ClosedSet) -> Live {
        let places = set.points.iter();
        let all: Vec<(Point, usize)> =
            places.flat_map(|(point, said)| (0..said.len()).map(|at| (*point, at))).collect();
        Live { is_kept: vec![true; all.len()], all }
    }

    fn number(&self, place: (Point, usize)) -> Option<usize> {
        self.all.iter().position(|other| *other == place)
    }

    fn has(&self, place: (Point, usize)) -> bool {
        self.number(place).is_none_or(|number| self.is_kept[number])
    }

    fn drop(&mut self, place: (Point, usize)) {
        if let Some(number) = self.number(place) {
            self.is_kept[number] = false;
        }
    }

    /// Leaves the others out of a set.
    fn keep(&self, set: &mut ClosedSet) {
        for (point, said) in &mut set.points {
            let mut place = 0..;
            said.retain(|_: &Expression| self.has((*point, place.next().unwrap_or_default())));
        }
    }
}

/// The paths that a closed set is about.
struct System {
    terms: Terms,
    paths: Vec<BasicPath>,
    function: FunctionId,
}

impl System {
    fn new(program: &Program, set: &ClosedSet) -> Option<System> {
        let changed = set.program(program);
        let mut terms = Terms::new();
        let options = ClosedSet::OPTIONS;
        let found = basic_paths(&mut terms, &changed, &Facts::default(), set.function, &options);
        let paths: Vec<BasicPath> =
            found.paths.into_iter().filter(|path| set.is_asked(path)).collect();
        found.is_complete.then_some(System { terms, paths, function: set.function })
    }

    fn hypotheses(&self, path: &BasicPath, live: &Live) -> Vec<Term> {
        let is_live = |origin: Origin| match origin {
            Origin::Annotation(place) => live.has((path.from, place)),
            _ => true,
        };
        let live = path.hypotheses.iter().filter(|it| is_live(it.origin));
        live.map(|it| it.formula).collect()
    }

    /// The conjunct of the set that a goal is, if it is one.
    fn conjunct(&self, path: &BasicPath, kind: GoalKind) -> Option<(Point, usize)> {
        let GoalKind::Conjunct(place) = kind else { return None };
        match path.to {
            Point::Loop(_) => Some((path.to, place)),
            Point::Call(callee, _) if callee == self.function => Some((Point::Pre, place)),
            _ => None,
        }
    }

    /// Drops conjuncts that are not preserved; were there any?
    fn weaken(
        &self,
        terms: &mut Terms,
        live: &mut Live,
        budget: &Budget,
    ) -> Result<bool, Exhausted> {
        let mut is_changed = false;
        for path in &self.paths {
            loop {
                let goals = path.goals.iter().filter_map(|goal| {
                    let place = self.conjunct(path, goal.kind)?;
                    let is_candidate = live.number(place).is_some() && live.has(place);
                    is_candidate.then_some((place, goal.formula))
                });
                let goals: Vec<((Point, usize), Term)> = goals.collect();
                if goals.is_empty() {
                    break;
                }
                let all: Vec<Term> = goals.iter().map(|(_, formula)| *formula).collect();
                let hypotheses = self.hypotheses(path, live);
                let all = terms.and(&all);
                let mut lost = Vec::new();
                match follows(terms, &hypotheses, all, CLOSED_EFFORT, budget)? {
                    Entailment::Follows(_) => break,
                    Entailment::Fails(mut model) => {
                        let fails = |it: &&(_, Term)| is_false(terms, &mut model, it.1);
                        lost.extend(goals.iter().filter(fails).map(|(place, _)| *place));
                    }
                    Entailment::Open => {}
                }
                if lost.is_empty() {
                    for (place, formula) in goals {
                        let answer = follows(terms, &hypotheses, formula, CLOSED_EFFORT, budget)?;
                        if !matches!(answer, Entailment::Follows(_)) {
                            lost.push(place);
                        }
                    }
                }
                if lost.is_empty() {
                    break;
                }
                lost.into_iter().for_each(|place| live.drop(place));
                is_changed = true;
            }
        }
        Ok(is_changed)
    }

    /// Drops what no proof leans on that an end is excluded, nor a proof of what those lean on.
    fn keep_needed(
        &self,
        terms: &mut Terms,
        live: &mut Live,
        budget: &Budget,
    ) -> Result<(), Exhausted> {
        let mut needed = vec![false; live.all.len()];
        let mut asked: Vec<Option<usize>> = vec![None];
        while let Some(wanted) = asked.pop() {
            for path in &self.paths {
                let hypotheses = self.hypotheses(path, live);
                for goal in &path.goals {
                    let place = self.conjunct(path, goal.kind);
                    if place.and_then(|place| live.number(place)) != wanted {
                        continue;
                    }
                    let answer = follows(terms, &hypotheses, goal.formula, CLOSED_EFFORT, budget)?;
                    let Entailment::Follows(core) = answer else { return Ok(()) };
                    for hypothesis in path.hypotheses.iter().filter(|it| core.contains(&it.formula))
                    {
                        let Origin::Annotation(place) = hypothesis.origin else { continue };
                        let number = live.number((path.from, place));
                        if let Some(number) = number.filter(|number| !needed[*number]) {
                            needed[number] = true;
                            asked.push(Some(number));
                        }
                    }
                }
            }
        }
        for (is_kept, is_needed) in live.is_kept.iter_mut().zip(needed) {
            *is_kept &= is_needed;
        }
        Ok(())
    }

    /// Do all goals follow?
    fn is_closed(
        &self,
        terms: &mut Terms,
        live: &Live,
        budget: &Budget,
    ) -> Result<bool, Exhausted> {
        for path in &self.paths {
            let hypotheses = self.hypotheses(path, live);
            for goal in &path.goals {
                let is_dropped =
                    self.conjunct(path, goal.kind).is_some_and(|place| !live.has(place));
                if !is_dropped {
                    let answer = follows(terms, &hypotheses, goal.formula, CLOSED_EFFORT, budget)?;
                    if !matches!(answer, Entailment::Follows(_)) {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }
}
