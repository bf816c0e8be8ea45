//! From what was found to an interpretation: integer-exact checks, and tidying up.

use buttress_budget::{Budget, Exhausted};
use buttress_horn::{Horn, Interpretation, PredicateId};
use buttress_logic::{Evaluator, Term, Terms};

use crate::model_search::{ModelSearch, has_model};
use crate::property::Property;
use crate::system::System;

/// What is known, with formulas for each predicate.
pub fn interpretation(
    terms: &mut Terms,
    known: &Interpretation,
    formulas: &[Vec<Term>],
) -> Interpretation {
    let trivial = terms.boolean(true);
    let joined = known.formulas().iter().zip(formulas).map(|(known, formulas)| {
        let mut parts = vec![*known];
        parts.extend(formulas);
        parts.retain(|part| *part != trivial);
        terms.and(&parts)
    });
    Interpretation::new(joined.collect())
}

/// Is every clause valid?
pub fn is_solution(
    terms: &mut Terms,
    horn: &Horn,
    facts: &Interpretation,
    budget: &Budget,
) -> Result<bool, Exhausted> {
    for clause in horn.clause_ids() {
        let obligation = horn.obligation(terms, clause, facts);
        if !matches!(has_model(terms, obligation, budget)?, ModelSearch::Nothing) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// χ, with Π if χ needs it, tidied up: an interpretation under which every clause is valid.
pub fn solution(
    terms: &mut Terms,
    horn: &Horn,
    known: &Interpretation,
    property: &Property,
    system: &System,
    budget: &Budget,
) -> Result<Option<Interpretation>, Exhausted> {
    let mut formulas = tidied(terms, horn, known, system, budget)?;
    let mut facts = interpretation(terms, known, &formulas);
    if !is_solution(terms, horn, &facts, budget)? {
        for (predicate, formulas) in horn.predicate_ids().zip(&mut formulas) {
            formulas.push(property.of(predicate));
        }
        facts = interpretation(terms, known, &formulas);
        if !is_solution(terms, horn, &facts, budget)? {
            return Ok(None);
        }
    }
    // Facts that were found on the way and are not needed; if there is no time for this, they stay.
    for predicate in 0..formulas.len() {
        for place in (0..formulas[predicate].len()).rev() {
            let fact = formulas[predicate].remove(place);
            let fewer = interpretation(terms, known, &formulas);
            match is_solution(terms, horn, &fewer, budget) {
                Ok(true) => facts = fewer,
                Ok(false) => formulas[predicate].insert(place, fact),
                Err(_) => return Ok(Some(facts)),
            }
        }
    }
    Ok(Some(facts))
}

/// Those facts of χ that are inductive without Π, tidied up.
pub fn inductive(
    terms: &mut Terms,
    horn: &Horn,
    known: &Interpretation,
    system: &System,
    budget: &Budget,
) -> Result<Interpretation, Exhausted> {
    let mut formulas = tidied(terms, horn, known, system, budget)?;
    let mut is_stable = false;
    while !is_stable {
        is_stable = true;
        for clause in horn.clause_ids() {
            let Some(head) = &horn.clause(clause).head else { continue };
            // A model of the obligation names facts to drop, until there is none.
            loop {
                let facts = interpretation(terms, known, &formulas);
                let obligation = horn.obligation(terms, clause, &facts);
                let kept = &mut formulas[head.predicate.index()];
                let before = kept.len();
                match has_model(terms, obligation, budget)? {
                    ModelSearch::Nothing => break,
                    ModelSearch::Unknown => kept.clear(),
                    ModelSearch::Model(mut model) => {
                        let there: Vec<Term> =
                            kept.iter().map(|fact| horn.at(terms, head, *fact)).collect();
                        let mut evaluator = Evaluator::new(terms, &mut model);
                        let mut holds =
                            there.iter().map(|fact| matches!(evaluator.holds(*fact), Ok(true)));
                        kept.retain(|_| holds.next().unwrap_or(false));
                    }
                }
                if kept.len() == before {
                    // What is known is not inductive: nothing can be said.
                    return Ok(known.clone());
                }
                is_stable = false;
            }
        }
    }
    Ok(interpretation(terms, known, &formulas))
}

/// The facts as formulas, without those that follow from the others and what is known.
fn tidied(
    terms: &mut Terms,
    horn: &Horn,
    known: &Interpretation,
    system: &System,
    budget: &Budget,
) -> Result<Vec<Vec<Term>>, Exhausted> {
    let mut all = Vec::new();
    for predicate in horn.predicate_ids() {
        all.push(irredundant(terms, system, known, predicate, budget)?);
    }
    Ok(all)
}

fn irredundant(
    terms: &mut Terms,
    system: &System,
    known: &Interpretation,
    predicate: PredicateId,
    budget: &Budget,
) -> Result<Vec<Term>, Exhausted> {
    let mut kept = system.formulas(terms, predicate);
    let mut place = 0;
    // Early facts tend to be the weaker ones.
    while place < kept.len() {
        let mut parts: Vec<Term> = kept.clone();
        parts[place] = terms.not(kept[place]);
        parts.push(known.of(predicate));
        let formula = terms.and(&parts);
        match has_model(terms, formula, budget)? {
            ModelSearch::Nothing => {
                kept.remove(place);
            }
            ModelSearch::Model(_) | ModelSearch::Unknown => place += 1,
        }
    }
    Ok(kept)
}
