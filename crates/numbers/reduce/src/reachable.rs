//! Predicates that no derivation needs.

use buttress_horn::PredicateId;

use super::traced::TracedClause;
use super::undo::Undo;
use super::working::WorkingSystem;

/// A predicate that no fact leads to is false, with all that is derived from it.
/// Returns whether there was one.
pub(super) fn drop_underivable(working: &mut WorkingSystem) -> bool {
    let mut is_derivable = vec![false; working.original.predicates.len()];
    let can_fire = |clause: &TracedClause, is_derivable: &[bool]| {
        clause.body.iter().all(|premise| is_derivable[premise.predicate.index()])
    };
    loop {
        let mut is_changed = false;
        for clause in &working.clauses {
            if let Some(head) = &clause.head
                && !is_derivable[head.predicate.index()]
                && can_fire(clause, &is_derivable)
            {
                is_derivable[head.predicate.index()] = true;
                is_changed = true;
            }
        }
        if !is_changed {
            break;
        }
    }
    working.clauses.retain(|clause| can_fire(clause, &is_derivable));
    settle(working, false, |id| !is_derivable[id.index()])
}

/// A predicate that leads to no query is true. Returns whether there was one.
pub(super) fn drop_useless(working: &mut WorkingSystem) -> bool {
    let mut is_useful = vec![false; working.original.predicates.len()];
    let can_serve = |clause: &TracedClause, is_useful: &[bool]| {
        clause.head.as_ref().is_none_or(|head| is_useful[head.predicate.index()])
    };
    loop {
        let mut is_changed = false;
        for clause in &working.clauses {
            if can_serve(clause, &is_useful) {
                for premise in &clause.body {
                    let is_useful = &mut is_useful[premise.predicate.index()];
                    is_changed |= !*is_useful;
                    *is_useful = true;
                }
            }
        }
        if !is_changed {
            break;
        }
    }
    working.clauses.retain(|clause| can_serve(clause, &is_useful));
    settle(working, true, |id| !is_useful[id.index()])
}

/// Says that predicates are true or false everywhere.
fn settle(
    working: &mut WorkingSystem,
    truth: bool,
    is_settled: impl Fn(PredicateId) -> bool,
) -> bool {
    let mut is_changed = false;
    for id in working.predicate_ids() {
        if working.is_present[id.index()] && is_settled(id) {
            working.is_present[id.index()] = false;
            working.undo.push(Undo::Constant(id, truth));
            is_changed = true;
        }
    }
    is_changed
}
