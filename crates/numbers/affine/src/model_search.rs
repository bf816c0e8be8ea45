//! Questions to the solver, none of which may take all the time there is.

use buttress_budget::{Budget, Exhausted};
use buttress_decide::{Evidence, Settings, Solver, UnknownReason, Verdict};
use buttress_logic::{Model, Term, Terms};

use crate::limits::QUERY_EFFORT;
use crate::refute::is_refuted;

/// Has a formula a model?
pub enum ModelSearch {
    /// It has this one.
    Model(Box<Model>),
    /// It has none.
    Nothing,
    /// It is not known.
    Unknown,
}

/// Have the assertions and assumptions a model? The effort is limited.
pub fn ask(
    solver: &mut Solver,
    terms: &mut Terms,
    assumptions: &[Term],
    budget: &Budget,
) -> Result<ModelSearch, Exhausted> {
    let limited = Budget::with_effort(budget.limits().clone(), QUERY_EFFORT);
    let verdict = solver.check(terms, assumptions, &limited);
    budget.spend(limited.spent())?;
    match verdict {
        Verdict::Sat(model) => Ok(ModelSearch::Model(model)),
        Verdict::Unsat(_) => Ok(ModelSearch::Nothing),
        Verdict::Unknown(UnknownReason::Exhausted(Exhausted::Effort)) => Ok(ModelSearch::Unknown),
        Verdict::Unknown(UnknownReason::Exhausted(exhausted)) => Err(exhausted),
        Verdict::Unknown(_) => Ok(ModelSearch::Unknown),
    }
}

/// Has the formula a model? Where the solver does not know, the polynomial lemma may refute it.
pub fn has_model(
    terms: &mut Terms,
    formula: Term,
    budget: &Budget,
) -> Result<ModelSearch, Exhausted> {
    let mut solver = Solver::new(Settings::new(0, Evidence::None));
    solver.assert(formula);
    match ask(&mut solver, terms, &[], budget)? {
        ModelSearch::Unknown if is_refuted(terms, formula, budget)? => Ok(ModelSearch::Nothing),
        answer => Ok(answer),
    }
}
