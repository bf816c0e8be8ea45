//! Dropping literals that the clauses of an invariant do not need.
//!
//! A subclause that is initial and consecutive may take its clause's place, because the others only gain from a stronger hypothesis.

use buttress_budget::{Budget, Exhausted};
use buttress_prop::{Clause, Lit};
use buttress_sat::SatResult;

use crate::Failure;
use crate::formula::{Extent, Formula};
use crate::model::Model;

/// Two steps with hypotheses that can be switched on one by one.
struct Consecution<'m> {
    formula: Formula<'m>,
    guards: Vec<Lit>,
}

impl<'m> Consecution<'m> {
    fn new(
        model: &'m Model<'m>,
        goal: &Clause,
        clauses: &[Clause],
    ) -> Result<Consecution<'m>, Failure> {
        let extent = Extent { steps: 2, auxiliaries: 0, literals: 0 };
        let mut formula = Formula::unlogged(model, extent)?;
        formula.step(0);
        formula.invariant(std::slice::from_ref(goal), 0);
        formula.link(0);
        formula.step(1);
        let mut guards = Vec::with_capacity(clauses.len());
        for clause in clauses.iter() {
            let guard = formula.guard();
            formula.guarded(guard, clause, 0);
            guards.push(guard);
        }
        formula.mention(clauses, 1);
        Ok(Consecution { formula, guards })
    }

    /// ¬clause in step 1, as assumptions.
    fn negation(&mut self, clause: &[Lit]) -> Vec<Lit> {
        clause.iter().map(|&lit| !self.formula.at(lit, 1)).collect()
    }

    /// hypotheses ∧ extra ∧ T ∧ ¬clause′: is it unsatisfiable?
    fn holds(
        &mut self,
        hypotheses: impl Iterator<Item = usize>,
        extra: Option<&[Lit]>,
        clause: &[Lit],
        budget: &Budget,
    ) -> Result<bool, Exhausted> {
        let mut assumptions = self.negation(clause);
        assumptions.extend(hypotheses.map(|index| self.guards[index]));
        let extra: Option<Vec<Lit>> =
            extra.map(|extra| extra.iter().map(|&lit| self.formula.at(lit, 0)).collect());
        Ok(self.formula.ask(&assumptions, extra.as_deref(), budget)? == SatResult::Unsat)
    }
}

/// Replaces clauses by subclauses as long as the budget allows. The clauses are inductive with `goal` at every moment, so an early end does no
/// harm.
pub(crate) fn shorten(
    model: &Model<'_>,
    goal: &Clause,
    clauses: &mut [Clause],
    budget: &Budget,
) -> Result<(), Failure> {
    let mut initiation =
        Formula::unlogged(model, Extent { steps: 1, auxiliaries: 0, literals: 0 })?;
    initiation.step(0);
    initiation.init();
    initiation.mention(clauses.iter(), 0);
    let mut consecution = Consecution::new(model, goal, clauses)?;
    let all = 0..clauses.len();
    for index in all.clone() {
        let mut position = 0;
        while position < clauses[index].len() {
            let mut shorter = clauses[index].to_vec();
            shorter.remove(position);
            let is_accepted = is_initial(&mut initiation, &shorter, budget)?
                && consecution.holds(all.clone(), Some(&shorter), &shorter, budget)?;
            if !is_accepted {
                position += 1;
                continue;
            }
            // Literals outside the core may go as well, if the rest is still initial.
            let negated = consecution.negation(&shorter);
            let core = consecution.formula.core();
            let literals = shorter.iter().zip(&negated);
            let blamed: Vec<Lit> =
                literals.filter(|(_, lit)| core.contains(lit)).map(|(&lit, _)| lit).collect();
            if blamed.len() < shorter.len() && is_initial(&mut initiation, &blamed, budget)? {
                shorter = blamed;
            }
            clauses[index] = Clause::new(shorter);
            let guard = consecution.formula.guard();
            consecution.formula.guarded(guard, &clauses[index], 0);
            consecution.guards[index] = guard;
        }
    }
    Ok(())
}

/// Does the clause hold in every first pair?
fn is_initial(
    initiation: &mut Formula<'_>,
    clause: &[Lit],
    budget: &Budget,
) -> Result<bool, Exhausted> {
    let assumptions: Vec<Lit> = clause.iter().map(|&lit| !initiation.at(lit, 0)).collect();
    Ok(initiation.ask(&assumptions, None, budget)? == SatResult::Unsat)
}
