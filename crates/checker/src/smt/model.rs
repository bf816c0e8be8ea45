//! The check of a model: every assertion and assumption is evaluated in it.

use std::collections::HashSet;

use buttress_formats::smtlib::{Definition, Script};
use buttress_logic::{Evaluator, Model, Op, Term, Terms};

use super::Sat;
use super::rejection::{Place, SmtRejection};
use super::text::number;

/// What the first line of a model begins with.
const MAGIC: &[u8] = b"; buttress model of check ";

/// The check that a model says it is about, if the text is a model.
pub fn check_of(text: &[u8]) -> Option<usize> {
    let line = text.split(|&byte| byte == b'\n').next()?;
    number(line.strip_prefix(MAGIC)?.trim_ascii())
}

/// Reads a model and evaluates it; the script is at the check that the model is about.
pub fn evaluate(
    script: &mut Script,
    terms: &mut Terms,
    assumptions: &[Term],
    text: &[u8],
) -> Result<Sat, SmtRejection> {
    let text = std::str::from_utf8(text).map_err(|_| SmtRejection::Encoding)?;
    let definitions = script.parse_model(terms, text).map_err(SmtRejection::Model)?;
    let mut model = Model::new();
    give_universes(terms, &mut model, &definitions);
    for definition in &definitions {
        model.define(definition.symbol, &definition.parameters, definition.body);
    }
    let assertions = script.assertions().iter().map(|assertion| assertion.formula);
    let assertions =
        assertions.enumerate().map(|(place, term)| (Place::Assertion(place + 1), term));
    let assumptions = assumptions.iter().copied().enumerate();
    let assumptions = assumptions.map(|(place, term)| (Place::Assumption(place + 1), term));
    let mut formulas = 0;
    let mut evaluator = Evaluator::new(terms, &mut model);
    for (place, formula) in assertions.chain(assumptions) {
        match evaluator.holds(formula) {
            Ok(true) => formulas += 1,
            Ok(false) => return Err(SmtRejection::False { place }),
            Err(error) => return Err(SmtRejection::NoValue { place, error }),
        }
    }
    Ok(Sat { definitions: definitions.len(), formulas })
}

/// An uninterpreted sort has as many elements as the largest one that is mentioned asks for.
fn give_universes(terms: &Terms, model: &mut Model, definitions: &[Definition]) {
    let mut seen = HashSet::new();
    let mut stack: Vec<Term> = definitions.iter().map(|definition| definition.body).collect();
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        if let Op::Element(number) = terms.op(term) {
            let sort = terms.sort_of(term);
            let size = model.values.universe(sort).max(number.saturating_add(1));
            model.values.set_universe(sort, size);
        }
        stack.extend(terms.arguments(term));
    }
}
