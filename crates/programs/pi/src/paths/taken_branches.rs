//! Which way a path went in a model, where its branches were joined.

use buttress_logic::{Model, Term, Terms, evaluate};

use super::Step;

/// The steps with only those ways that a model has taken. None if that cannot be told.
pub fn steps_in(terms: &Terms, model: &mut Model, steps: &[Step]) -> Option<Vec<Step>> {
    let mut taken = Vec::new();
    // What is still to be gone through, the next one last.
    let mut rest: Vec<&Step> = steps.iter().rev().collect();
    while let Some(step) = rest.pop() {
        let Step::Either(ways) = step else {
            taken.push(step.clone());
            continue;
        };
        let way = ways.iter().find(|way| is_true(terms, model, way.guard))?;
        rest.extend(way.steps.iter().rev());
    }
    Some(taken)
}

fn is_true(terms: &Terms, model: &mut Model, formula: Term) -> bool {
    evaluate(terms, model, formula).ok().and_then(|value| model.values.as_bool(value)) == Some(true)
}
