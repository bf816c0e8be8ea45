//! Which of the conjuncts that were added to contracts proofs lean on.

use std::collections::{BTreeMap, BTreeSet};

use buttress_pi::paths::{GoalKind, Origin, Point, Step};
use buttress_pi::program::{FunctionId, Program};
use buttress_pi::{ContractPart, Span};
use buttress_programs_certify::Proof;

use super::contracts::{AddedConjunct, added_at};
use super::decided::{Decided, DecidedFunction, GoalAnswer};

/// The added conjuncts that the proof of something else leans on, in however many steps.
pub(super) fn needed(program: &Program, decided: &[DecidedFunction]) -> BTreeSet<AddedConjunct> {
    let mut needed = BTreeSet::new();
    // By the added conjunct that a proof is for: what it leans on.
    let mut behind: BTreeMap<AddedConjunct, BTreeSet<AddedConjunct>> = BTreeMap::new();
    for one in decided {
        for path in &one.paths {
            for (kind, answer) in path.goals() {
                let GoalAnswer::Proved(proof) = answer else { continue };
                let used = used(program, one.function, path, proof);
                match proves(program, one.function, path, kind) {
                    Some(conjunct) => behind.entry(conjunct).or_default().extend(used),
                    None => needed.extend(used),
                }
            }
        }
    }
    let mut waiting: Vec<AddedConjunct> = needed.iter().copied().collect();
    while let Some(conjunct) = waiting.pop() {
        for more in behind.get(&conjunct).into_iter().flatten() {
            if needed.insert(*more) {
                waiting.push(*more);
            }
        }
    }
    needed
}

/// The added conjunct that a goal is.
fn proves(
    program: &Program,
    function: FunctionId,
    path: &Decided,
    kind: GoalKind,
) -> Option<AddedConjunct> {
    let GoalKind::Conjunct(position) = kind else { return None };
    match path.path.to {
        Point::Post => added_at(program, function, ContractPart::Post, position),
        Point::Call(callee, _) => added_at(program, callee, ContractPart::Pre, position),
        _ => None,
    }
}

/// The added conjuncts among the hypotheses that a proof uses.
fn used(
    program: &Program,
    function: FunctionId,
    path: &Decided,
    proof: &Proof,
) -> BTreeSet<AddedConjunct> {
    let mut calls: BTreeMap<Span, FunctionId> = BTreeMap::new();
    collect_calls(&path.path.steps, &mut calls);
    let mut seen: BTreeMap<Span, usize> = BTreeMap::new();
    let mut used = BTreeSet::new();
    for (place, hypothesis) in path.path.hypotheses.iter().enumerate() {
        let conjunct = match hypothesis.origin {
            Origin::Annotation(position) if path.path.from == Point::Pre => {
                added_at(program, function, ContractPart::Pre, position)
            }
            Origin::Call(span) => {
                // The conjuncts of one `@post` come one after the other, once for each time the call is made.
                let position = seen.entry(span).or_default();
                *position += 1;
                calls.get(&span).and_then(|callee| {
                    let count = program.function(*callee).post.conjuncts.len();
                    let position = (*position - 1) % count;
                    added_at(program, *callee, ContractPart::Post, position)
                })
            }
            _ => None,
        };
        if proof.core.contains(&place) {
            used.extend(conjunct);
        }
    }
    used
}

/// The functions that are called on the way, by the places of the calls.
fn collect_calls(steps: &[Step], calls: &mut BTreeMap<Span, FunctionId>) {
    for step in steps {
        match step {
            Step::Call { function, span, .. } => {
                calls.insert(*span, *function);
            }
            Step::Either(ways) => ways.iter().for_each(|way| collect_calls(&way.steps, calls)),
            Step::Assume { .. } | Step::Execute { .. } => {}
        }
    }
}
