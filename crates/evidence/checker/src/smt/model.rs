//! The check of a model: every assertion and assumption is evaluated in it.

use buttress_budget::Budget;
use buttress_formats::smtlib::{Reading, Script};
use buttress_logic::{Symbol, Term, Terms};
use buttress_numeric::Rational;

use super::recursion;
use super::rejection::{Place, SmtRejection};
use super::text::number;
use super::verdict::Sat;
use crate::evaluate::{EvaluationFailure, Evaluator, Kind};

/// What the first line of a model begins with.
const MAGIC: &[u8] = b"; buttress model of check ";

/// The check that a model says it is about and how it reads the script, if the text is a model.
pub fn check_of(text: &[u8]) -> Option<(usize, Reading)> {
    let line = text.split(|&byte| byte == b'\n').next()?.strip_prefix(MAGIC)?.trim_ascii();
    let end = line.iter().position(|&byte| byte == b' ').unwrap_or(line.len());
    Some((number(&line[..end])?, Reading::from_text(line[end..].trim_ascii())?))
}

/// What a term is in a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ModelValue {
    Truth(bool),
    Number(Rational),
    Other,
}

impl ModelValue {
    /// The number that it is.
    pub fn number(&self) -> Option<&Rational> {
        match self {
            ModelValue::Number(number) => Some(number),
            _ => None,
        }
    }
}

/// Reads a model and evaluates it, and these terms in it; the script is at the check that the model is about.
pub fn evaluate(
    script: &mut Script,
    terms: &mut Terms,
    assumptions: &[Term],
    wanted: &[Term],
    text: &[u8],
    budget: &Budget,
) -> Result<(Sat, Vec<ModelValue>), SmtRejection> {
    let text = std::str::from_utf8(text).map_err(|_| SmtRejection::Encoding)?;
    let written = script.parse_model(terms, text).map_err(SmtRejection::Model)?;
    for group in script.recursive().chunk_by(|left, right| left.group == right.group) {
        if !recursion::ends(terms, group) {
            let names = group.iter().map(|known| terms.function_name(known.function).to_owned());
            return Err(SmtRejection::Endless { functions: names.collect() });
        }
    }
    let mut evaluator = Evaluator::new(terms, budget);
    for (sort, size) in written.sizes(terms) {
        evaluator.set_universe(sort, size);
    }
    let definitions = written.definitions;
    for definition in &definitions {
        evaluator.define(definition.symbol, &definition.parameters, definition.body);
    }
    // Whatever the model says of them: there is exactly one function that each definition describes.
    for known in script.recursive() {
        let symbol = Symbol::Function(known.function);
        evaluator.define_recursive(symbol, &known.parameters, known.body);
    }
    let assertions = script.assertions().iter().enumerate();
    let assertions = assertions.filter(|(_, assertion)| !assertion.is_definition);
    let assertions =
        assertions.map(|(place, assertion)| (Place::Assertion(place + 1), assertion.formula));
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
    let mut values = Vec::new();
    for term in wanted {
        values.push(match evaluator.value(*term).map(|value| evaluator.values.kind(value)) {
            Ok(Kind::Bool(truth)) => ModelValue::Truth(*truth),
            Ok(Kind::Number(number)) => ModelValue::Number(number.clone()),
            _ => ModelValue::Other,
        });
    }
    Ok((Sat { definitions: definitions.len(), formulas, objectives: 0 }, values))
}
