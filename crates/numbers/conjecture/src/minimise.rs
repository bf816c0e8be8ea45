//! Facts without those that follow from the others.

use buttress_budget::{Budget, Exhausted};
use buttress_decide::{Evidence, Settings, Solver, Verdict};
use buttress_logic::{Op, Term, Terms};

use crate::limits::{MOST_WEIGHT, REDUNDANCY_EFFORT};

/// Those of the new formulas that do not follow from the old one and those before them; simple
/// ones come first.
pub(crate) fn minimise(
    terms: &mut Terms,
    old: Term,
    new: &[Term],
    budget: &Budget,
) -> Result<Vec<Term>, Exhausted> {
    let mut order: Vec<(usize, Term)> =
        new.iter().map(|formula| (weight(terms, *formula), *formula)).collect();
    order.sort();
    order.dedup();
    let mut solver = Solver::new(Settings::new(0, Evidence::None));
    solver.assert(old);
    let mut kept = Vec::new();
    for (_, formula) in order {
        let negation = terms.not(formula);
        let share = Budget::with_effort(budget.limits().clone(), REDUNDANCY_EFFORT);
        solver.push();
        solver.assert(negation);
        let verdict = solver.check(terms, &[], &share);
        solver.pop(1);
        budget.spend(share.spent())?;
        if !matches!(verdict, Verdict::Unsat(_)) {
            solver.assert(formula);
            kept.push(formula);
        }
    }
    Ok(kept)
}

/// How much there is to read; equations count less than inequalities, which they imply.
fn weight(terms: &Terms, formula: Term) -> usize {
    let (mut count, mut stack) = (0, vec![formula]);
    while let Some(term) = stack.pop() {
        count += 2;
        if count > MOST_WEIGHT {
            return count;
        }
        stack.extend(terms.arguments(term));
    }
    count - usize::from(terms.op(formula) == Op::Equal)
}
