//! Questions to the solver, none of which may take all the time there is.

use buttress_budget::{Budget, Exhausted};
use buttress_decide::{Evidence, Settings, Solver, UnknownReason, Verdict};
use buttress_logic::{Model, Term, Terms};

use crate::lemma::is_refuted;

/// The effort of one question: about a second. Products can take any time.
const EFFORT: u64 = 2_000_000;

/// Has a formula a model?
pub enum Answer {
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
) -> Result<Answer, Exhausted> {
    let limited = Budget::with_effort(budget.limits().clone(), EFFORT);
    let verdict = solver.check(terms, assumptions, &limited);
    budget.spend(limited.spent())?;
    match verdict {
        Verdict::Sat(model) => Ok(Answer::Model(model)),
        Verdict::Unsat(_) => Ok(Answer::Nothing),
        Verdict::Unknown(UnknownReason::Exhausted(Exhausted::Effort)) => Ok(Answer::Unknown),
        Verdict::Unknown(UnknownReason::Exhausted(exhausted)) => Err(exhausted),
        Verdict::Unknown(_) => Ok(Answer::Unknown),
    }
}

/// Has the formula a model? Where the solver does not know, the polynomial lemma may refute it.
pub fn answer(terms: &mut Terms, formula: Term, budget: &Budget) -> Result<Answer, Exhausted> {
    let mut solver = Solver::new(Settings::new(0, Evidence::None));
    solver.assert(formula);
    match ask(&mut solver, terms, &[], budget)? {
        Answer::Unknown if is_refuted(terms, formula, budget)? => Ok(Answer::Nothing),
        answer => Ok(answer),
    }
}
