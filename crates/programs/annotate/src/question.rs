//! One question to the solver: does a goal follow from hypotheses?

use buttress_budget::{Budget, Exhausted};
use buttress_decide::{Evidence, Settings, Solver, Verdict};
use buttress_logic::{Evaluator, Model, Op, Term, Terms};

/// What the solver said.
pub(crate) enum Answer {
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
) -> Result<Answer, Exhausted> {
    if hypotheses.contains(&goal) {
        return Ok(Answer::Follows(vec![goal]));
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
) -> Result<Answer, Exhausted> {
    let share = Budget::with_effort(budget.limits().clone(), effort);
    let verdict = solver.check(terms, assumptions, &share);
    budget.spend(share.spent())?;
    budget.poll()?;
    Ok(match verdict {
        Verdict::Unsat(refutation) => Answer::Follows(refutation.core),
        Verdict::Sat(model) => Answer::Fails(model),
        Verdict::Unknown(_) => Answer::Open,
    })
}

/// Is the formula false in the model? No, if that cannot be found out.
pub(crate) fn is_false(terms: &Terms, model: &mut Model, formula: Term) -> bool {
    /// Beyond so many steps a formula is left alone.
    const STEPS: u64 = 200_000;
    let mut evaluator = Evaluator::new(terms, model).limited(STEPS);
    matches!(evaluator.holds(formula), Ok(false))
}

/// Does a quantifier occur?
pub(crate) fn is_quantified(terms: &Terms, formula: Term) -> bool {
    let mut stack = vec![formula];
    let mut seen = std::collections::HashSet::new();
    while let Some(term) = stack.pop() {
        if matches!(terms.op(term), Op::Forall(_) | Op::Exists(_)) {
            return true;
        }
        stack.extend(terms.arguments(term).iter().filter(|part| seen.insert(**part)));
    }
    false
}
