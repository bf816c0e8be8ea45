//! Functions that never return: no way to the end of one can be taken.
//!
//! What such a function is proved to do when it returns says nothing, which somebody should be told.

use buttress_budget::Budget;
use buttress_decide::{Evidence, Solver, Verdict};
use buttress_pi::paths::Point;

use super::decided::DecidedFunction;
use super::run::Run;
use crate::limits::UNRETURNING_EFFORT;

/// Does a function never return? No, if that is not found out.
pub(super) fn never_returns(run: &Run<'_>, decided: &DecidedFunction) -> bool {
    let function = run.program.function(decided.function);
    // Annotations that are not proved may contradict each other, whatever the function does.
    let mut goals = decided.paths.iter().flat_map(|path| path.goals());
    let is_proved = decided.is_complete && goals.all(|(_, answer)| answer.is_proved());
    if function.loops.is_empty() || !is_proved {
        return false;
    }
    let mut ways = decided.paths.iter().filter(|one| one.path.to == Point::Post);
    ways.all(|one| {
        let mut terms = one.generated.terms();
        let settings = buttress_decide::Settings::new(run.settings.seed, Evidence::None);
        let mut solver = Solver::new(settings);
        for hypothesis in &one.path.hypotheses {
            solver.assert(hypothesis.formula);
        }
        let budget = Budget::with_effort(run.settings.limits.clone(), UNRETURNING_EFFORT);
        matches!(solver.check(&mut terms, &[], &budget), Verdict::Unsat(_))
    })
}
