//! The slow, obvious engine: adds derivable facts one by one, found by the solver, until nothing is missing.

use buttress_budget::{Budget, Limits};
use buttress_decide::{Settings, Solver, Verdict as Answer};
use buttress_horn::{ClauseId, Derivation, DerivationStep, Horn, Interpretation, Verdict};
use buttress_logic::{Evaluator, Model, Term, Terms};

/// A verdict; none if the system has more facts than this, or if the solver does not know.
pub fn saturate(terms: &mut Terms, horn: &Horn, most: usize) -> Option<Verdict> {
    let mut facts = Interpretation::new(vec![terms.boolean(false); horn.predicates.len()]);
    let mut steps: Vec<DerivationStep> = Vec::new();
    // For each step the predicate and the arguments of its conclusion.
    let mut concluded = Vec::new();
    while let Some((id, mut model)) = violated(terms, horn, &facts)? {
        if steps.len() >= most {
            return None;
        }
        let clause = horn.clause(id);
        let values = literals(terms, &mut model, &clause.variables)?;
        let mut premises = Vec::new();
        for premise in &clause.body {
            let arguments = literals(terms, &mut model, &premise.arguments)?;
            let wanted = (premise.predicate, arguments);
            premises.push(concluded.iter().position(|fact| fact == &wanted)?);
        }
        steps.push(DerivationStep { clause: id, values, premises });
        let Some(head) = &clause.head else { return Some(Verdict::Unsafe(Derivation { steps })) };
        let arguments = literals(terms, &mut model, &head.arguments)?;
        let parameters = &horn.predicate(head.predicate).parameters;
        let equations: Vec<Term> = parameters
            .iter()
            .zip(&arguments)
            .map(|(left, right)| terms.equal(*left, *right))
            .collect();
        let point = terms.and(&equations);
        let wider = terms.or(&[facts.of(head.predicate), point]);
        facts.set(head.predicate, wider);
        concluded.push((head.predicate, arguments));
    }
    Some(Verdict::Safe(facts))
}

/// A clause that is not valid, with a counterexample; the outer none if the solver does not know.
pub fn violated(
    terms: &mut Terms,
    horn: &Horn,
    facts: &Interpretation,
) -> Option<Option<(ClauseId, Model)>> {
    for id in horn.clause_ids() {
        let obligation = horn.obligation(terms, id, facts);
        let mut solver = Solver::new(Settings::default());
        solver.assert(obligation);
        match solver.check(terms, &[], &Budget::with_effort(Limits::none(), 200_000)) {
            Answer::Sat(model) => return Some(Some((id, *model))),
            Answer::Unsat(_) => {}
            Answer::Unknown(_) => return None,
        }
    }
    Some(None)
}

fn literals(terms: &mut Terms, model: &mut Model, of: &[Term]) -> Option<Vec<Term>> {
    let mut evaluator = Evaluator::new(terms, model);
    let values: Option<Vec<_>> = of.iter().map(|term| evaluator.value(*term).ok()).collect();
    values?.into_iter().map(|value| model.values.term(terms, value)).collect()
}
