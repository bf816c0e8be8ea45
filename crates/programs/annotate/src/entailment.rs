//! One question to the solver: does a goal follow from hypotheses?

use buttress_budget::{Budget, Exhausted};
use buttress_decide::{Evidence, Settings, Solver, Verdict};
use buttress_logic::{Evaluator, Model, Op, Term, Terms, Walk};

use crate::limits::MOST_EVALUATION_STEPS;

/// What the solver said.
pub(crate) enum Entailment {
    /// It follows from these hypotheses.
    Follows(Vec<Term>),
    /// Here it does not.
    Fails(Box<Model>),
    /// Nobody knows.
    Open,
}

/// Does the goal follow? At most `effort` is spent on finding out.
pub(crate) fn follows(
    terms: &mut Terms,
    hypotheses: &[Term],
    goal: Term,
    effort: u64,
    budget: &Budget,
) -> Result<Entailment, Exhausted> {
    if hypotheses.contains(&goal) {
        return Ok(Entailment::Follows(vec![goal]));
    }
    let mut solver = Solver::new(Settings::new(0, Evidence::Core));
    for hypothesis in hypotheses {
        solver.assert(*hypothesis);
    }
    let opposite = terms.not(goal);
    solver.assert(opposite);
    ask(&mut solver, terms, &[], effort, budget)
}

/// Are the assertions and assumptions of a solver contradictory?
pub(crate) fn ask(
    solver: &mut Solver,
    terms: &mut Terms,
    assumptions: &[Term],
    effort: u64,
    budget: &Budget,
) -> Result<Entailment, Exhausted> {
    let share = Budget::with_effort(budget.limits().clone(), effort);
    let verdict = solver.check(terms, assumptions, &share);
    budget.spend(share.spent())?;
    budget.poll()?;
    Ok(match verdict {
        Verdict::Unsat(refutation) => Entailment::Follows(refutation.core),
        Verdict::Sat(model) => Entailment::Fails(model),
        Verdict::Unknown(_) => Entailment::Open,
    })
}

/// Is the formula false in the model? No, if that cannot be found out.
pub(crate) fn is_false(terms: &Terms, model: &mut Model, formula: Term) -> bool {
    let mut evaluator = Evaluator::new(terms, model).limited(MOST_EVALUATION_STEPS);
    matches!(evaluator.holds(formula), Ok(false))
}

/// Does a quantifier occur?
pub(crate) fn is_quantified(terms: &Terms, formula: Term) -> bool {
    let mut walk = Walk::of(&[formula]);
    while let Some(term) = walk.step() {
        if matches!(terms.op(term), Op::Forall(_) | Op::Exists(_)) {
            return true;
        }
        walk.enter(terms.arguments(term));
    }
    false
}
