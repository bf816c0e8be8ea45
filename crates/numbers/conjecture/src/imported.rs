//! Facts that somebody else says are inductive: those that are, here.
//!
//! All that are imported are assumed together, and whatever does not follow at some clause is dropped, until nothing is: the rest is inductive together
//! with what is known. It makes no difference who said so, or why.

use buttress_budget::{Budget, Exhausted};
use buttress_decide::{Evidence, Settings, Solver, Verdict};
use buttress_horn::{Application, ClauseId, Horn, Interpretation, PredicateId};
use buttress_logic::{Op, Term, Terms};

use crate::limits::{CANDIDATE_EFFORT, LARGEST_IMPORTED, MOST_IMPORTED};

/// What is known, and what of the imported formulas is inductive with it.
///
/// `known` must be inductive. Only plain facts are looked at: those of arithmetic over the predicate's parameters, and not large. If the budget
/// ends first, nothing of what was imported is taken.
pub fn show(
    terms: &mut Terms,
    horn: &Horn,
    known: &Interpretation,
    imported: &[Interpretation],
    budget: &Budget,
) -> Result<Interpretation, Exhausted> {
    let mut candidates: Vec<Vec<Term>> = Vec::new();
    for predicate in horn.predicate_ids() {
        let old = terms.conjuncts(known.of(predicate));
        let mut new = Vec::new();
        for formula in imported.iter().flat_map(|facts| terms.conjuncts(facts.of(predicate))) {
            let is_new = !old.contains(&formula) && !new.contains(&formula);
            let parameters = &horn.predicates[predicate.index()].parameters;
            if is_new && new.len() < MOST_IMPORTED && is_plain(terms, formula, parameters) {
                new.push(formula);
            }
        }
        candidates.push(new);
    }
    loop {
        let facts = joined(terms, horn, known, &candidates);
        let mut is_stable = true;
        for id in horn.clause_ids() {
            let Some(head) = horn.clause(id).head.clone() else { continue };
            let kept = entailed(terms, horn, (id, &head), &facts, &candidates, budget)?;
            let place = &mut candidates[head.predicate.index()];
            is_stable &= kept.len() == place.len();
            *place = kept;
        }
        if is_stable {
            return Ok(facts);
        }
    }
}

/// Does the formula speak of these parameters by arithmetic alone, in few words? Others may share subterms without end, so a word counts
/// as often as it is read.
fn is_plain(terms: &Terms, formula: Term, parameters: &[Term]) -> bool {
    let mut open = vec![formula];
    let mut words = 0;
    while let Some(term) = open.pop() {
        words += 1;
        let is_allowed = match terms.op(term) {
            Op::True | Op::False | Op::Not | Op::And | Op::Or | Op::Ite | Op::Equal => true,
            Op::Number(_) | Op::Add | Op::Multiply | Op::ToReal | Op::LessEqual | Op::Less => true,
            Op::IntegerDivide | Op::Modulo => {
                matches!(terms.arguments(term), [_, by] if matches!(terms.op(*by), Op::Number(_)))
            }
            Op::Apply(_) => parameters.contains(&term),
            _ => false,
        };
        if !is_allowed || words > LARGEST_IMPORTED {
            return false;
        }
        open.extend(terms.arguments(term));
    }
    true
}

fn joined(
    terms: &mut Terms,
    horn: &Horn,
    known: &Interpretation,
    candidates: &[Vec<Term>],
) -> Interpretation {
    let formula = |terms: &mut Terms, predicate: PredicateId| {
        let mut parts = vec![known.of(predicate)];
        parts.extend(&candidates[predicate.index()]);
        terms.and(&parts)
    };
    let formulas = horn.predicate_ids().map(|predicate| formula(terms, predicate)).collect();
    Interpretation::new(formulas)
}

/// The candidates of a clause's head that follow from its premises.
fn entailed(
    terms: &mut Terms,
    horn: &Horn,
    (id, head): (ClauseId, &Application),
    facts: &Interpretation,
    candidates: &[Vec<Term>],
    budget: &Budget,
) -> Result<Vec<Term>, Exhausted> {
    let mine = &candidates[head.predicate.index()];
    if mine.is_empty() {
        return Ok(Vec::new());
    }
    let clause = horn.clause(id);
    let mut solver = Solver::new(Settings::new(0, Evidence::None));
    solver.assert(clause.constraint);
    for premise in &clause.body {
        let premise = horn.at(terms, premise, facts.of(premise.predicate));
        solver.assert(premise);
    }
    let mut kept = Vec::new();
    for &candidate in mine {
        // φ ∧ ⋀ I(Pᵢ)(t̄ᵢ) ∧ ¬candidate(t̄)
        let conclusion = horn.at(terms, head, candidate);
        let negation = terms.not(conclusion);
        let share = Budget::with_effort(budget.limits().clone(), CANDIDATE_EFFORT);
        solver.push();
        solver.assert(negation);
        let verdict = solver.check(terms, &[], &share);
        solver.pop(1);
        budget.spend(share.spent().max(1))?;
        if matches!(verdict, Verdict::Unsat(_)) {
            kept.push(candidate);
        }
    }
    Ok(kept)
}
