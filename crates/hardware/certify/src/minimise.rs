//! Dropping what an invariant does not need.
//!
//! The property needs ¬bad; a needed clause needs those that its consecution rests on, and
//! an unsatisfiable core names them. The clauses so collected are inductive together. Then
//! literals are tried: a subclause that is initial and consecutive may take its clause's place,
//! because the others only gain from a stronger hypothesis.

use buttress_budget::{Budget, Exhausted};
use buttress_circuit::Circuit;
use buttress_prop::{Clause, Lit};
use buttress_sat::SatResult;

use crate::Failure;
use crate::formula::{Extent, Formula, Model};

/// A subset of `clauses`, some of them shortened, that together with ¬bad is inductive if
/// `clauses` are. When a budget ends early, what is found until then; at worst all of `clauses`.
///
/// `dropping` is spent on leaving clauses out, which makes the evidence smaller by a lot, `shortening` on leaving literals out.
pub fn minimise(
    circuit: &Circuit,
    property: usize,
    clauses: &[Clause],
    dropping: &Budget,
    shortening: &Budget,
) -> Vec<Clause> {
    let Some(bad) = circuit.properties.get(property).map(|property| property.bad) else {
        return clauses.to_vec();
    };
    let Ok(model) = Model::new(circuit, bad, clauses) else {
        return clauses.to_vec();
    };
    let goal = Clause::new([!bad]);
    let mut kept: Vec<Clause> = clauses.to_vec();
    kept.sort_by_key(|clause| clause.len());
    kept.retain(|clause| *clause != goal && !clause.is_tautology());
    kept.dedup();
    match needed(&model, &goal, &kept, dropping) {
        Ok(subset) => kept = subset,
        Err(_) => return clauses.to_vec(),
    }
    // What follows leaves `kept` inductive at every moment, so an early end does no harm.
    if shorten(&model, &goal, &mut kept, shortening).is_ok()
        && let Ok(subset) = needed(&model, &goal, &kept, dropping)
    {
        kept = subset;
    }
    kept
}

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
        let extent = Extent { steps: 2, auxiliaries: clauses.len(), literals: 0 };
        let mut formula = Formula::unlogged(model, extent)?;
        formula.step(0);
        formula.invariant(std::slice::from_ref(goal), 0);
        formula.link(0);
        formula.step(1);
        let mut guards = Vec::with_capacity(clauses.len());
        for clause in clauses {
            let guard = formula.auxiliary();
            formula.guarded(guard, clause, 0);
            guards.push(guard);
        }
        formula.close();
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

/// The clauses that ¬bad needs, directly or through others.
fn needed(
    model: &Model<'_>,
    goal: &Clause,
    clauses: &[Clause],
    budget: &Budget,
) -> Result<Vec<Clause>, Failure> {
    let mut consecution = Consecution::new(model, goal, clauses)?;
    let mut is_needed = vec![false; clauses.len()];
    let mut order: Vec<usize> = Vec::new();
    let mut done = 0;
    // The goal first, then what joins the list.
    let mut target = goal;
    loop {
        // Those needed already cost nothing more, so they are tried alone first.
        if !consecution.holds(order.iter().copied(), None, target, budget)? {
            if !consecution.holds(0..clauses.len(), None, target, budget)? {
                return Err(Failure::NotInductive {
                    obligation: buttress_certificate::Obligation::Consecution,
                    clause: None,
                });
            }
            let core = consecution.formula.core();
            for (index, guard) in consecution.guards.iter().enumerate() {
                if core.contains(guard) && !std::mem::replace(&mut is_needed[index], true) {
                    order.push(index);
                }
            }
        }
        match order.get(done) {
            Some(&index) => target = &clauses[index],
            None => break,
        }
        done += 1;
    }
    Ok(order.into_iter().map(|index| clauses[index].clone()).collect())
}

/// Replaces clauses by subclauses as long as the budget allows.
fn shorten(
    model: &Model<'_>,
    goal: &Clause,
    clauses: &mut [Clause],
    budget: &Budget,
) -> Result<(), Failure> {
    let mut initiation =
        Formula::unlogged(model, Extent { steps: 1, auxiliaries: 0, literals: 0 })?;
    initiation.step(0);
    initiation.init();
    initiation.close();
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
            let guard = consecution.formula.auxiliary();
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
