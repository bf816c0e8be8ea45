//! What an invariant needs, and the proof of its consecution, in one pass.
//!
//! The property needs ¬bad; a needed clause needs those that its consecution rests on, and an unsatisfiable core names them. The clauses so
//! collected are inductive together, and the answers that showed it are the refutation that the certificate format asks for. Questions under
//! hypotheses that may be left out are harder than others; so from some effort on, all that is left is taken for needed.

use buttress_budget::{Budget, Exhausted};
use buttress_certificate::{Lrat, Obligation};
use buttress_prop::{Clause, Lit};
use buttress_sat::SatResult;

use crate::Failure;
use crate::formula::{Extent, Formula};
use crate::model::Model;

/// Which of `clauses`, without the first, exclude `bad` in every pair, if an effort of `effort` tells.
pub(crate) fn excluding(
    model: &Model<'_>,
    clauses: &[Clause],
    bad: Lit,
    effort: u64,
    seed: u64,
    budget: &Budget,
) -> Result<Option<Vec<usize>>, Failure> {
    let literals = clauses.iter().map(|clause| clause.len() + 2).sum::<usize>();
    let extent = Extent { steps: 1, auxiliaries: 0, literals };
    let mut formula = Formula::new(model, extent, seed)?;
    formula.step(0);
    for (number, clause) in clauses.iter().enumerate().skip(1) {
        formula.hypothesis(number, clause, 0);
    }
    let bad = formula.at(bad, 0);
    let within = Budget::with_effort(budget.limits().clone(), effort);
    let answer = formula.ask(&[bad], None, &within);
    budget.spend(within.spent())?;
    let blamed = match answer {
        Ok(SatResult::Unsat) => formula.new_hypotheses(),
        _ => Vec::new(),
    };
    Ok(Some(blamed).filter(|blamed| !blamed.is_empty()))
}

/// The first of `clauses` and those of the others that it needs, directly or through others, with the proof that they are consecutive together.
/// Until an effort of `choosing`, only those are considered that a model asks for. Where clauses exclude bad by themselves, `excluding` says which do.
pub(crate) fn needed(
    model: &Model<'_>,
    clauses: &[Clause],
    excluding: Option<Vec<usize>>,
    choosing: u64,
    seed: u64,
    budget: &Budget,
) -> Result<(Vec<Clause>, Lrat), Failure> {
    let literals = 2 * clauses.iter().map(|clause| clause.len() + 2).sum::<usize>();
    let extent = Extent { steps: 2, auxiliaries: clauses.len(), literals };
    let mut formula = Formula::new(model, extent, seed)?;
    // STEP(0) INV(0) LINK(0) STEP(1)
    formula.step(0);
    formula.place_hypotheses();
    formula.link(0);
    formula.step(1);
    let failure = |clause| Failure::NotInductive { obligation: Obligation::Consecution, clause };
    // If others exclude bad, ¬bad comes last: by then they are known to hold in the next step, and no step is left to be looked at.
    let mut listed = excluding.unwrap_or_else(|| vec![0]);
    let mut is_listed = vec![false; clauses.len()];
    listed.iter().for_each(|&number| is_listed[number] = true);
    let (adopted, mut open): (Vec<usize>, Vec<usize>) =
        (0..clauses.len()).partition(|&number| number == 0 || is_listed[number]);
    adopted.into_iter().for_each(|number| formula.hypothesis(number, &clauses[number], 0));
    formula.mention(listed.iter().map(|&number| &clauses[number]), 1);
    let mut selectors: Vec<Lit> = Vec::new();
    let before = budget.spent();
    while let Some(&number) = listed.get(selectors.len()) {
        let clause = &clauses[number];
        let assumptions: Vec<Lit> = clause.iter().map(|&lit| !formula.at(lit, 1)).collect();
        loop {
            let left = choosing.saturating_sub(budget.spent() - before);
            let within = match open.is_empty() {
                true => budget.left(),
                false => left,
            };
            let within = Budget::with_effort(budget.limits().clone(), within);
            let answer = formula.ask(&assumptions, None, &within);
            budget.spend(within.spent())?;
            let is_late = match answer {
                Ok(SatResult::Unsat) => break,
                Ok(SatResult::Sat) => false,
                Err(Exhausted::Effort) if !open.is_empty() => true,
                Err(exhausted) => return Err(exhausted.into()),
            };
            let adopted = missing(&formula, clauses, &mut open, is_late);
            if adopted.is_empty() {
                return Err(failure(Some(number)));
            }
            adopted.into_iter().for_each(|number| formula.hypothesis(number, &clauses[number], 0));
        }
        // NEG(1)
        selectors.push(formula.select(clause, 1, budget)?);
        let known = listed.len();
        for number in formula.new_hypotheses() {
            if !std::mem::replace(&mut is_listed[number], true) {
                listed.push(number);
            }
        }
        formula.mention(listed[known..].iter().map(|&number| &clauses[number]), 1);
        if selectors.len() == listed.len() && !is_listed[0] {
            is_listed[0] = true;
            listed.push(0);
        }
    }
    formula.select_some(&selectors);
    match (formula.refute_all(budget)?, formula.refutation_under(&listed)) {
        (SatResult::Unsat, Some(proof)) => {
            Ok((listed.into_iter().map(|number| clauses[number].clone()).collect(), proof))
        }
        _ => Err(failure(None)),
    }
}

/// Takes those of the open hypotheses that the last model violates; all of them when it is late.
fn missing(
    formula: &Formula<'_>,
    clauses: &[Clause],
    open: &mut Vec<usize>,
    is_late: bool,
) -> Vec<usize> {
    let mut take = |is_missing: &dyn Fn(&Clause) -> bool| {
        let (taken, left) = open.drain(..).partition(|&number| is_missing(&clauses[number]));
        *open = left;
        taken
    };
    if is_late {
        return take(&|_| true);
    }
    let violated: Vec<usize> = take(&|clause| formula.is_violated(clause, 0));
    match violated.is_empty() {
        true => take(&|clause| !formula.is_satisfied(clause, 0)),
        false => violated,
    }
}
