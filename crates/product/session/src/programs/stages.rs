//! As written first: what follows from the annotations as they stand is decided before anything is inferred.
//!
//! Inference has a part of the time that is left, and works for what is open. With its facts everything is decided
//! again; what was proved is proved again from what its proof leans on. Where a limit cuts that short, what was proved as
//! written stands: no function ends up with less than it has without inference.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use buttress_annotate::{Inferred, ProvedGoals};
use buttress_budget::Limits;
use buttress_pi::Facts;
use buttress_pi::paths::unranked;
use buttress_pi::program::FunctionId;

use super::decided::DecidedFunction;
use super::decided::GoalAnswer;
use super::facts;
use super::known::matched;
use super::run::Run;
use super::settings::{Inference, Settings};
use super::{conditions, inference};
use crate::limits::AS_WRITTEN_EFFORT;

/// What was decided.
pub(super) struct Decision {
    /// The facts that help.
    pub(super) facts: Facts,
    /// The functions.
    pub(super) decided: Vec<DecidedFunction>,
    /// How long was looked for facts, by function.
    pub(super) inference: BTreeMap<FunctionId, Duration>,
}

/// Decides all conditions of these functions, with the facts that help.
pub(super) fn decide(run: &Run<'_>, functions: &[FunctionId]) -> Decision {
    let none = Facts::default();
    let as_written =
        |decided| Decision { facts: Facts::default(), decided, inference: BTreeMap::new() };
    if run.settings.inference == Inference::Nothing {
        return as_written(conditions::decide(run, functions, &none, &[]));
    }
    let effort =
        run.settings.effort.map_or(AS_WRITTEN_EFFORT, |effort| effort.min(AS_WRITTEN_EFFORT));
    let limits = share(&run.settings.limits, 1, 2);
    let settings = Settings { effort: Some(effort), limits, ..run.settings.clone() };
    let mut written = conditions::decide(&with(run, &settings), functions, &none, &[]);
    let wanting = wanting(run, &written);
    if wanting.is_empty() || run.settings.is_dropped() {
        return as_written(written);
    }
    let limits = share(&run.settings.limits, 1, 2);
    let settings = Settings { limits, ..run.settings.clone() };
    let (Inferred { mut facts, mut times, .. }, kept) =
        inference::infer(&with(run, &settings), &wanting, &shown(&written));
    let mut decided = decide_with(run, &mut facts, &written);
    // Nobody vouches for what was kept: where it does not suffice, it counts for nothing.
    let of = |all: &[DecidedFunction], id| all.iter().position(|one| one.function == id);
    let with_kept = kept.iter().filter_map(|id| match of(&decided, *id) {
        Some(place) => decided.get(place),
        None => written.get(of(&written, *id)?),
    });
    if !wanting_among(run, with_kept, &facts).is_empty() && !run.settings.is_dropped() {
        let settings = Settings { cache: None, ..settings };
        let (inferred, _) = inference::infer(&with(run, &settings), &wanting, &shown(&written));
        (facts, times) = (inferred.facts, inferred.times);
        decided = decide_with(run, &mut facts, &written);
    }
    let lost = lost(&mut facts, &written, &decided);
    for fresh in decided.into_iter().filter(|fresh| !lost.contains(&fresh.function)) {
        if let Some(old) = written.iter_mut().find(|old| old.function == fresh.function) {
            *old = fresh;
        }
    }
    Decision { facts, decided: written, inference: times }
}

/// Decides with facts what they may help; those that are not proved are dropped.
fn decide_with(
    run: &Run<'_>,
    facts: &mut Facts,
    written: &[DecidedFunction],
) -> Vec<DecidedFunction> {
    // Something is left for a look at what fails.
    let limits = share(&run.settings.limits, 3, 4);
    let settings = Settings { limits, ..run.settings.clone() };
    let run = with(run, &settings);
    let again: Vec<FunctionId> = written
        .iter()
        .filter(|one| has_more(facts, one.function) || is_unknown(one))
        .map(|one| one.function)
        .collect();
    let mut decided = conditions::decide(&run, &again, facts, written);
    loop {
        let again = facts::drop_unproved(facts, &decided);
        if again.is_empty() {
            return decided;
        }
        for fresh in conditions::decide(&run, &again, facts, written) {
            if let Some(old) = decided.iter_mut().find(|old| old.function == fresh.function) {
                *old = fresh;
            }
        }
    }
}

fn with<'a>(run: &Run<'a>, settings: &'a Settings) -> Run<'a> {
    Run { settings, ..run.clone() }
}

/// The same limits with, in addition, a part of the time that is left.
pub(super) fn share(limits: &Limits, part: u32, of: u32) -> Limits {
    limits.time_left().map_or_else(|| limits.clone(), |left| limits.within(left * part / of))
}

/// The functions that facts or rankings may help.
fn wanting(run: &Run<'_>, written: &[DecidedFunction]) -> Vec<FunctionId> {
    wanting_among(run, written.iter(), &Facts::default())
}

/// Those of these functions that more facts or rankings than these may help.
fn wanting_among<'a>(
    run: &Run<'_>,
    decided: impl Iterator<Item = &'a DecidedFunction>,
    facts: &Facts,
) -> Vec<FunctionId> {
    let unranked: BTreeSet<FunctionId> = match run.options.termination {
        true => unranked(run.program, facts).into_iter().map(|(id, _)| id).collect(),
        false => BTreeSet::new(),
    };
    let is_open = |one: &&DecidedFunction| {
        let mut goals = one.paths.iter().flat_map(|path| path.goals());
        unranked.contains(&one.function) || goals.any(|(_, answer)| !answer.is_proved())
    };
    decided.filter(is_open).map(|one| one.function).collect()
}

/// What needs no facts.
fn shown(written: &[DecidedFunction]) -> ProvedGoals {
    ProvedGoals::new(written.iter().flat_map(|one| &one.paths).flat_map(|decided| {
        let goals = decided.path.goals.iter().zip(&decided.answers);
        goals.map(|(goal, answered)| (&decided.path, goal, answered.answer.is_proved()))
    }))
}

/// Was anything added to a function?
fn has_more(facts: &Facts, function: FunctionId) -> bool {
    facts.loops.keys().chain(facts.loop_ranks.keys()).any(|(other, _)| *other == function)
        || facts.function_ranks.contains_key(&function)
}

fn is_unknown(one: &DecidedFunction) -> bool {
    let mut goals = one.paths.iter().flat_map(|path| path.goals());
    goals.any(|(_, answer)| matches!(answer, GoalAnswer::Unknown(..)))
}

/// The functions of which something was proved as written and is not with facts; nothing is added to them any more.
fn lost(
    facts: &mut Facts,
    written: &[DecidedFunction],
    decided: &[DecidedFunction],
) -> BTreeSet<FunctionId> {
    let mut lost = BTreeSet::new();
    for one in decided {
        let before = written.iter().find(|before| before.function == one.function);
        let old = matched(one.paths.iter().map(|decided| &decided.path), before);
        for (new, old) in one.paths.iter().zip(old) {
            let Some(old) = old else { continue };
            let is_proved = |kind, span| {
                let mut goals = new.path.goals.iter().zip(&new.answers);
                goals.any(|(goal, it)| {
                    (goal.kind, goal.span) == (kind, span) && it.answer.is_proved()
                })
            };
            let mut before = old.path.goals.iter().zip(&old.answers);
            if before.any(|(goal, it)| it.answer.is_proved() && !is_proved(goal.kind, goal.span)) {
                lost.insert(one.function);
            }
        }
    }
    if lost.iter().any(|function| facts.function_ranks.contains_key(function)) {
        // Rankings of functions are compared from call to call: without one, the others mean nothing.
        lost.extend(facts.function_ranks.keys());
    }
    facts.loops.retain(|(function, _), _| !lost.contains(function));
    facts.loop_ranks.retain(|(function, _), _| !lost.contains(function));
    facts.function_ranks.retain(|function, _| !lost.contains(function));
    lost
}
