//! A first state that violates the property.

use buttress_budget::{Budget, Exhausted};
use buttress_decide::{Evidence, Settings, Solver};
use buttress_horn::{ClauseId, Derivation, DerivationStep, Horn};
use buttress_logic::{Term, Terms, substitute};

use crate::model_search::{ModelSearch, ask};
use crate::state::literals;

/// The derivation of `false` that begins with a clause without premises at these values: either the clause
/// concludes `false` itself, or a query holds of what it concludes.
pub fn trace(
    terms: &mut Terms,
    horn: &Horn,
    clause: ClauseId,
    values: &[Term],
    budget: &Budget,
) -> Result<Option<Derivation>, Exhausted> {
    let first = DerivationStep { clause, values: values.to_vec(), premises: Vec::new() };
    let clause = horn.clause(clause);
    let Some(head) = &clause.head else {
        return Ok(Some(Derivation { steps: vec![first] }));
    };
    let map = clause.variables.iter().copied().zip(values.iter().copied()).collect();
    let state: Vec<Term> =
        head.arguments.iter().map(|argument| substitute(terms, *argument, &map)).collect();
    for id in horn.clause_ids() {
        let query = horn.clause(id);
        let [premise] = query.body.as_slice() else { continue };
        if query.head.is_some() || premise.predicate != head.predicate {
            continue;
        }
        let mut solver = Solver::new(Settings::new(0, Evidence::None));
        solver.assert(query.constraint);
        for (argument, value) in premise.arguments.iter().zip(&state) {
            let equation = terms.equal(*argument, *value);
            solver.assert(equation);
        }
        if let ModelSearch::Model(mut model) = ask(&mut solver, terms, &[], budget)?
            && let Some(values) = literals(terms, &mut model, &query.variables)
        {
            let last = DerivationStep { clause: id, values, premises: vec![0] };
            return Ok(Some(Derivation { steps: vec![first, last] }));
        }
    }
    Ok(None)
}
