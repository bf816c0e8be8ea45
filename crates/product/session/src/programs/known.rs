//! What is known of a condition from before hypotheses were added to it.
//!
//! Facts are added after the conjuncts of the annotation where a path begins; the other hypotheses, and the order of all, stay.

use buttress_pi::paths::{BasicPath, Goal, Origin, Point};

use super::decided::DecidedFunction;
use super::decided::{Answered, Decided, GoalAnswer};

/// A condition that was decided with fewer hypotheses.
pub(super) struct Known<'a> {
    answered: &'a Answered,
    /// Where the old hypotheses are now, and the negated goal.
    places: Vec<usize>,
    /// How many hypotheses were added.
    added: usize,
}

impl<'a> Known<'a> {
    /// What is known of a goal of a path from the path as it was.
    pub(super) fn new(known: &'a Decided, path: &BasicPath, goal: &Goal) -> Option<Known<'a>> {
        let old = &known.path;
        let is_it = |other: &Goal| (other.kind, other.span) == (goal.kind, goal.span);
        let answered = known.answers.get(old.goals.iter().position(is_it)?)?;
        let added = path.hypotheses.len().checked_sub(old.hypotheses.len())?;
        let is_annotation = |origin: Origin| matches!(origin, Origin::Annotation(_));
        let own = old.hypotheses.iter().filter(|it| is_annotation(it.origin)).count();
        let is_old = |origin: Origin| match origin {
            Origin::Annotation(place) => place < own,
            _ => true,
        };
        let numbered = path.hypotheses.iter().enumerate();
        let mut places: Vec<usize> =
            numbered.filter(|(_, it)| is_old(it.origin)).map(|(place, _)| place).collect();
        let is_same = |(place, before): (&usize, &buttress_pi::paths::Hypothesis)| {
            path.hypotheses[*place].origin == before.origin
        };
        if places.len() != old.hypotheses.len() || !places.iter().zip(&old.hypotheses).all(is_same)
        {
            return None;
        }
        places.push(path.hypotheses.len());
        Some(Known { answered, places, added })
    }

    /// The answer, if nothing was added that could change it.
    pub(super) fn answered(&self) -> Option<Answered> {
        let answer = match &self.answered.answer {
            GoalAnswer::Proved(proof) => GoalAnswer::Proved(proof.clone()),
            GoalAnswer::Fails => GoalAnswer::Fails,
            GoalAnswer::Unknown(..) => return None,
        };
        let Answered { elapsed, is_cached, .. } = *self.answered;
        (self.added == 0).then_some(Answered { answer, elapsed, is_cached })
    }

    /// The positions of what the proof leans on, if there is one.
    pub(super) fn core(&self) -> Option<Vec<usize>> {
        let GoalAnswer::Proved(proof) = &self.answered.answer else { return None };
        proof.core.iter().map(|place| self.places.get(*place).copied()).collect()
    }
}

/// For each of the paths of a function, the same one as it was before facts and rankings were added.
pub(super) fn matched<'a>(
    paths: impl Iterator<Item = &'a BasicPath>,
    known: Option<&'a DecidedFunction>,
) -> Vec<Option<&'a Decided>> {
    // Rankings that are added have paths of their own.
    let is_route = |path: &BasicPath| path.to != Point::Rank;
    let old = known.into_iter().flat_map(|known| &known.paths);
    let mut old = old.filter(|decided| is_route(&decided.path));
    let mut next = |path: &BasicPath| {
        let old = old.next()?;
        let is_same = (old.path.from, old.path.to) == (path.from, path.to);
        is_same.then_some(old)
    };
    paths.map(|path| if is_route(path) { next(path) } else { None }).collect()
}
