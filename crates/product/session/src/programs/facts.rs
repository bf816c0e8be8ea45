//! Inferred facts: which of them stand, and which of those are needed.

use std::collections::BTreeSet;

use buttress_annotate::{FactId, FactUse, minimise};
use buttress_pi::Facts;
use buttress_pi::paths::{GoalKind, Point};
use buttress_pi::program::{FunctionId, LoopId, Program};

use super::decided::DecidedFunction;
use super::decided::{Decided, GoalAnswer};
use buttress_programs_certify::Proof;

/// Takes out facts that were not proved, and rankings that are not right. The functions for which something went.
pub(super) fn drop_unproved(facts: &mut Facts, decided: &[DecidedFunction]) -> Vec<FunctionId> {
    let mut unproved: BTreeSet<FactId> = BTreeSet::new();
    let mut unranked: BTreeSet<FunctionId> = BTreeSet::new();
    for one in decided {
        for path in &one.paths {
            for (kind, _) in path.goals().filter(|(_, answer)| !answer.is_proved()) {
                match (kind, path.path.to) {
                    (GoalKind::Fact(place), Point::Loop(head)) => {
                        unproved.insert((one.function, head, place));
                    }
                    (GoalKind::RankNotNegative(_) | GoalKind::RankDecreases, _)
                        if is_inferred(facts, one.function) =>
                    {
                        unranked.insert(one.function);
                    }
                    _ => {}
                }
            }
        }
    }
    let mut again: BTreeSet<FunctionId> = unproved.iter().map(|fact| fact.0).collect();
    for ((function, head), formulas) in &mut facts.loops {
        let mut place = 0;
        formulas.retain(|_| {
            place += 1;
            !unproved.contains(&(*function, *head, place - 1))
        });
    }
    facts.loops.retain(|_, formulas| !formulas.is_empty());
    if !unranked.is_empty() {
        // Rankings of functions are compared from call to call: without one, the others mean nothing.
        again.extend(facts.function_ranks.keys().chain(&unranked));
        facts.function_ranks.clear();
        facts.loop_ranks.retain(|(function, _), _| !again.contains(function));
    }
    let asked: BTreeSet<FunctionId> = decided.iter().map(|one| one.function).collect();
    let is_asked = |function: &FunctionId| asked.contains(function);
    again.into_iter().filter(is_asked).collect()
}

fn is_inferred(facts: &Facts, function: FunctionId) -> bool {
    facts.function_ranks.contains_key(&function)
        || facts.loop_ranks.keys().any(|(other, _)| *other == function)
}

/// The facts that proofs lean on.
pub(super) fn needed(program: &Program, facts: &Facts, decided: &[DecidedFunction]) -> Facts {
    let mut uses = Vec::new();
    for one in decided {
        for path in &one.paths {
            for (kind, answer) in path.goals() {
                let GoalAnswer::Proved(proof) = answer else { continue };
                let proves = match (kind, path.path.to) {
                    (GoalKind::Fact(place), Point::Loop(head)) => Some((one.function, head, place)),
                    _ => None,
                };
                let by = leaned_on(program, path, one.function, proof);
                uses.push(FactUse { proves, by });
            }
        }
    }
    minimise(facts, &uses)
}

/// The facts that a proof leans on.
fn leaned_on(
    program: &Program,
    path: &Decided,
    function: FunctionId,
    proof: &Proof,
) -> Vec<FactId> {
    let Point::Loop(head) = path.path.from else { return Vec::new() };
    let own = program.function(function).head(head).annotation.conjuncts.len();
    let places = path.leaned_on(proof).into_iter();
    places.filter_map(|place| Some((function, head, place.checked_sub(own)?))).collect()
}

/// Where the fact with this position among `all` is among those that were `kept`.
pub(super) fn kept_place(
    all: &Facts,
    kept: &Facts,
    function: FunctionId,
    head: LoopId,
    place: usize,
) -> Option<usize> {
    let (all, kept) = (all.of(function, head), kept.of(function, head));
    let mut next = 0;
    for (at, fact) in all.iter().enumerate() {
        let is_kept = kept.get(next) == Some(fact);
        if at == place {
            return is_kept.then_some(next);
        }
        next += usize::from(is_kept);
    }
    None
}
