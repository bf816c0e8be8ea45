//! Strongly connected components of predicates.

use buttress_horn::{ClauseId, Horn, PredicateId};

/// The components that have a step, each as its predicates and the clauses within it.
pub(super) fn components(horn: &Horn) -> Vec<(Vec<PredicateId>, Vec<ClauseId>)> {
    let mut successors: Vec<Vec<PredicateId>> = vec![Vec::new(); horn.predicates.len()];
    for clause in &horn.clauses {
        if let Some(head) = &clause.head {
            for premise in &clause.body {
                successors[premise.predicate.index()].push(head.predicate);
            }
        }
    }
    let reached: Vec<Vec<bool>> =
        horn.predicate_ids().map(|id| reached_from(&successors, id)).collect();
    let is_joined = |left: PredicateId, right: PredicateId| {
        reached[left.index()][right.index()] && reached[right.index()][left.index()]
    };
    let mut found = Vec::new();
    for first in horn.predicate_ids() {
        let predicates: Vec<PredicateId> =
            horn.predicate_ids().filter(|id| is_joined(first, *id)).collect();
        // A predicate that does not lead to itself has no step, and a component is told once.
        if predicates.first() != Some(&first) {
            continue;
        }
        let is_within = |id: &ClauseId| {
            let clause = horn.clause(*id);
            let is_inside = |id: PredicateId| predicates.contains(&id);
            clause.head.as_ref().is_some_and(|head| is_inside(head.predicate))
                && clause.body.iter().any(|premise| is_inside(premise.predicate))
        };
        let clauses: Vec<ClauseId> = horn.clause_ids().filter(is_within).collect();
        found.push((predicates, clauses));
    }
    found
}

/// The predicates that one or more steps lead to.
fn reached_from(successors: &[Vec<PredicateId>], start: PredicateId) -> Vec<bool> {
    let mut reached = vec![false; successors.len()];
    let mut stack = vec![start];
    while let Some(id) = stack.pop() {
        for next in &successors[id.index()] {
            if !reached[next.index()] {
                reached[next.index()] = true;
                stack.push(*next);
            }
        }
    }
    reached
}
