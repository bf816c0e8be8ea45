//! Questions to the solver, with its ways of not answering told apart.

use buttress_budget::Budget;
use buttress_decide::{Evidence, Refutation, Solver, UnknownReason as Undecided, Verdict};
use buttress_horn::HornUnknown;
use buttress_logic::{Model, Term, Terms};

/// An answer of the solver.
pub(crate) enum QueryAnswer {
    Sat(Box<Model>),
    Unsat(Box<Refutation>),
}

/// Can the assertions of the solver and the assumptions hold together? A refutation has a core, and a proof only
/// on demand.
pub(crate) fn ask(
    terms: &mut Terms,
    solver: &mut Solver,
    assumptions: &[Term],
    budget: &Budget,
) -> Result<QueryAnswer, HornUnknown> {
    match solver.check_for(Evidence::Core, terms, assumptions, budget) {
        Verdict::Sat(model) => Ok(QueryAnswer::Sat(model)),
        Verdict::Unsat(refutation) => Ok(QueryAnswer::Unsat(refutation)),
        Verdict::Unknown(Undecided::Exhausted(exhausted)) => Err(exhausted.into()),
        Verdict::Unknown(reason) => {
            Err(HornUnknown::Unsupported(reason.display(terms).to_string()))
        }
    }
}
