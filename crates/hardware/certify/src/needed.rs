//! What an invariant needs, and the proof of its consecution, in one pass.
//!
//! The property needs ¬bad; a needed clause needs those that its consecution rests on, and an unsatisfiable core names them. The clauses so
//! collected are inductive together, and the answers that showed it are the refutation that the certificate format asks for. Questions under
//! hypotheses that may be left out are harder than others; so from some effort on, all that is left is taken for needed.

use buttress_budget::Budget;
use buttress_certificate::{Lrat, Obligation};
use buttress_prop::{Clause, Lit};
use buttress_sat::SatResult;

use crate::Failure;
use crate::formula::{Extent, Formula, Model};

/// Which of `clauses`, without the first, exclude `bad` in every pair, if an effort of `effort` tells.
pub(crate) fn excluding(
    model: &Model<'_>,
    clauses: &[Clause],
    bad: Lit,
    effort: u64,
    budget: &Budget,
) -> Result<Option<Vec<usize>>, Failure> {
    let mut formula = Formula::unlogged(model, Extent { steps: 1, auxiliaries: 0, literals: 0 })?;
    formula.step(0);
    let mut guards: Vec<Lit> = Vec::with_capacity(clauses.len());
    for (number, clause) in clauses.iter().enumerate().skip(1) {
        let guard = formula.guard();
        formula.hypothesis(guard, clause, number, 0);
        guards.push(guard);
    }
    formula.close();
    let bad = formula.at(bad, 0);
    let assumptions: Vec<Lit> = guards.iter().copied().chain([bad]).collect();
    let within = Budget::with_effort(budget.limits().clone(), effort);
    let answer = formula.ask(&assumptions, None, &within);
    budget.spend(within.spent())?;
    Ok(match answer {
        Ok(SatResult::Unsat) => {
            let core = formula.core();
            let blamed = (1..clauses.len()).filter(|number| core.contains(&guards[number - 1]));
            Some(blamed.collect()).filter(|blamed: &Vec<usize>| !blamed.is_empty())
        }
        _ => None,
    })
}

/// The first of `clauses` and those of the others that it needs, directly or through others, with the proof that they are consecutive together.
/// After an effort of `choosing` no more are left out. Where clauses exclude bad by themselves, `excluding` says which do.
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
    let mut formula = Formula::choosing(model, extent, seed)?;
    // STEP(0) INV(0) LINK(0) STEP(1)
    formula.step(0);
    formula.place_hypotheses();
    formula.link(0);
    formula.step(1);
    let mut guards: Vec<Lit> = Vec::with_capacity(clauses.len());
    for (number, clause) in clauses.iter().enumerate() {
        let guard = formula.guard();
        formula.hypothesis(guard, clause, number, 0);
        guards.push(guard);
    }
    formula.close();
    let failure = |clause| Failure::NotInductive { obligation: Obligation::Consecution, clause };
    // If others exclude bad, ¬bad comes last: by then they are known to hold in the next step, and no step is left to be looked at.
    let mut listed = excluding.unwrap_or_else(|| vec![0]);
    let mut open: Vec<usize> = (1..clauses.len()).collect();
    open.retain(|number| !listed.contains(number));
    formula.adopt(guards[0]);
    listed.iter().filter(|&&number| number > 0).for_each(|&number| formula.adopt(guards[number]));
    let mut selectors: Vec<Lit> = Vec::new();
    let before = budget.spent();
    while let Some(&number) = listed.get(selectors.len()) {
        if budget.spent() - before > choosing {
            open.iter().for_each(|&other| formula.adopt(guards[other]));
            listed.append(&mut open);
        }
        let clause = &clauses[number];
        let mut assumptions: Vec<Lit> = clause.iter().map(|&lit| !formula.at(lit, 1)).collect();
        // Those needed already cost nothing more, so they are tried alone first.
        if formula.ask(&assumptions, None, budget)? == SatResult::Sat {
            assumptions.extend(open.iter().map(|&other| guards[other]));
            if formula.ask(&assumptions, None, budget)? == SatResult::Sat {
                return Err(failure(Some(number)));
            }
            let core = formula.core();
            let (blamed, others): (Vec<usize>, Vec<usize>) =
                open.into_iter().partition(|&other| core.contains(&guards[other]));
            open = others;
            blamed.iter().for_each(|&other| formula.adopt(guards[other]));
            listed.extend(blamed);
        }
        // NEG(1)
        selectors.push(formula.select(clause, 1, budget)?);
        if selectors.len() == listed.len() && !listed.contains(&0) {
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
