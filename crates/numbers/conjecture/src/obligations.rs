//! The obligations of clauses, refuted by a solver.

use buttress_budget::{Budget, Exhausted};
use buttress_decide::{Evidence, Settings, Solver, Verdict};
use buttress_horn::{ClauseId, Horn, Interpretation};
use buttress_logic::Terms;

use crate::limits::OBLIGATION_EFFORT;

/// Is the clause valid under the facts? `false` if it is not, or if that is not known.
pub(crate) fn is_valid(
    terms: &mut Terms,
    horn: &Horn,
    id: ClauseId,
    facts: &Interpretation,
    budget: &Budget,
) -> Result<bool, Exhausted> {
    let obligation = horn.obligation(terms, id, facts);
    let mut solver = Solver::new(Settings::new(0, Evidence::None));
    solver.assert(obligation);
    let share = Budget::with_effort(budget.limits().clone(), OBLIGATION_EFFORT);
    let verdict = solver.check(terms, &[], &share);
    budget.spend(share.spent())?;
    Ok(matches!(verdict, Verdict::Unsat(_)))
}

/// Do the facts exclude every bad state?
pub(crate) fn queries_hold(
    terms: &mut Terms,
    horn: &Horn,
    facts: &Interpretation,
    budget: &Budget,
) -> Result<bool, Exhausted> {
    for id in horn.clause_ids().filter(|id| horn.clause(*id).head.is_none()) {
        if !is_valid(terms, horn, id, facts, budget)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Is every clause valid under the facts?
pub(crate) fn all_hold(
    terms: &mut Terms,
    horn: &Horn,
    facts: &Interpretation,
    budget: &Budget,
) -> Result<bool, Exhausted> {
    for id in horn.clause_ids() {
        if !is_valid(terms, horn, id, facts, budget)? {
            return Ok(false);
        }
    }
    Ok(true)
}
