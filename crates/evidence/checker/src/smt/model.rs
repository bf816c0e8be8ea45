//! The check of a model: every assertion and assumption is evaluated in it.

use buttress_budget::Budget;
use buttress_formats::smtlib::{Reading, Script};
use buttress_logic::{Term, Terms};

use super::rejection::{Place, SmtRejection};
use super::text::number;
use super::verdict::Sat;
use crate::evaluate::{EvaluationFailure, Evaluator};

/// What the first line of a model begins with.
const MAGIC: &[u8] = b"; buttress model of check ";

/// The check that a model says it is about and how it reads the script, if the text is a model.
pub fn check_of(text: &[u8]) -> Option<(usize, Reading)> {
    let line = text.split(|&byte| byte == b'\n').next()?.strip_prefix(MAGIC)?.trim_ascii();
    let end = line.iter().position(|&byte| byte == b' ').unwrap_or(line.len());
    Some((number(&line[..end])?, Reading::from_text(line[end..].trim_ascii())?))
}

/// Reads a model and evaluates it; the script is at the check that the model is about.
pub fn evaluate(
    script: &mut Script,
    terms: &mut Terms,
    assumptions: &[Term],
    text: &[u8],
    budget: &Budget,
) -> Result<Sat, SmtRejection> {
    let text = std::str::from_utf8(text).map_err(|_| SmtRejection::Encoding)?;
    let written = script.parse_model(terms, text).map_err(SmtRejection::Model)?;
    let mut evaluator = Evaluator::new(terms, budget);
    for (sort, size) in written.sizes(terms) {
        evaluator.set_universe(sort, size);
    }
    let definitions = written.definitions;
    for definition in &definitions {
        evaluator.define(definition.symbol, &definition.parameters, definition.body);
    }
    let assertions = script.assertions().iter().map(|assertion| assertion.formula);
    let assertions =
        assertions.enumerate().map(|(place, term)| (Place::Assertion(place + 1), term));
    let assumptions = assumptions.iter().copied().enumerate();
    let assumptions = assumptions.map(|(place, term)| (Place::Assumption(place + 1), term));
    let mut formulas = 0;
    for (place, formula) in assertions.chain(assumptions) {
        match evaluator.holds(formula) {
            Ok(true) => formulas += 1,
            Ok(false) => return Err(SmtRejection::False { place }),
            Err(EvaluationFailure::Exhausted(exhausted)) => {
                return Err(SmtRejection::Exhausted(exhausted));
            }
            Err(error) => return Err(SmtRejection::NoValue { place, error }),
        }
    }
    Ok(Sat { definitions: definitions.len(), formulas })
}
