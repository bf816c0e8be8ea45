//! The obligations of clauses, refuted by a solver.

use buttress_budget::{Budget, Exhausted};
use buttress_decide::{Evidence, Settings, Solver, Verdict};
use buttress_horn::{ClauseId, Horn, Interpretation};
use buttress_logic::Terms;

/// How a clause stands under an interpretation.
pub(crate) enum Standing {
    /// It is valid.
    Holds,
    /// It fails, or nobody knows.
    Open,
}

/// Effort for one clause.
const EFFORT: u64 = 2_000_000;

/// Is the clause valid under the facts?
pub(crate) fn standing(
    terms: &mut Terms,
    horn: &Horn,
    id: ClauseId,
    facts: &Interpretation,
    budget: &Budget,
) -> Result<Standing, Exhausted> {
    let obligation = horn.obligation(terms, id, facts);
    let mut solver = Solver::new(Settings::new(0, Evidence::None));
    solver.assert(obligation);
    let share = Budget::with_effort(budget.limits().clone(), EFFORT);
    let verdict = solver.check(terms, &[], &share);
    budget.spend(share.spent())?;
    Ok(match verdict {
        Verdict::Unsat(_) => Standing::Holds,
        Verdict::Sat(_) | Verdict::Unknown(_) => Standing::Open,
    })
}

/// Do the facts exclude every bad state?
pub(crate) fn queries_hold(
    terms: &mut Terms,
    horn: &Horn,
    facts: &Interpretation,
    budget: &Budget,
) -> Result<bool, Exhausted> {
    for id in horn.clause_ids().filter(|id| horn.clause(*id).head.is_none()) {
        if !matches!(standing(terms, horn, id, facts, budget)?, Standing::Holds) {
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
        if !matches!(standing(terms, horn, id, facts, budget)?, Standing::Holds) {
            return Ok(false);
        }
    }
    Ok(true)
}
