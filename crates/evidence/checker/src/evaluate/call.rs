//! What the model says of symbols.

use std::collections::HashMap;
use std::rc::Rc;

use buttress_logic::{Bound, Op, Symbol, Term};

use super::Evaluator;
use super::definition::Cases;
use super::failure::EvaluationFailure;
use super::open_value::{Evaluated, OpenValue};
use super::value::Value;

impl Evaluator<'_> {
    /// What a symbol is at these arguments.
    pub(super) fn call(&mut self, symbol: Symbol, arguments: Vec<OpenValue>) -> Evaluated {
        if let Symbol::Function(function) = symbol
            && let Some(value) = self.constants.get(&function)
        {
            return Ok(OpenValue::Value(*value));
        }
        let Some(definition) = self.definitions.get(&symbol) else {
            let (_, result) = symbol.signature(self.terms);
            return Ok(OpenValue::Value(self.default_value(result)?));
        };
        let (parameters, mut body) = (definition.parameters.clone(), definition.body);
        let is_recursive = definition.is_recursive;
        if parameters.len() != arguments.len() {
            return Err(EvaluationFailure::Arity);
        }
        let values: Option<Vec<Value>> = arguments.iter().map(OpenValue::as_value).collect();
        let key = values.map(|values| (symbol, values));
        if let Some(known) = key.as_ref().and_then(|key| self.calls.get(key)) {
            return known.clone();
        }
        if !is_recursive && self.entered.contains(&symbol) {
            return Err(EvaluationFailure::Circular);
        }
        self.entered.push(symbol);
        let outcome = self.deeper(|own| {
            if let Some((_, values)) = &key {
                let cases = own.cases(symbol, &parameters, body)?;
                body = cases.terms.get(values).copied().unwrap_or(cases.rest);
            }
            let bindings: Vec<(Bound, OpenValue)> =
                parameters.iter().copied().zip(arguments).collect();
            own.within(bindings, |own| own.evaluate(body))
        });
        self.entered.pop();
        if let Some(key) = key
            && !matches!(outcome, Err(failure) if failure.is_final())
        {
            self.calls.insert(key, outcome.clone());
        }
        outcome
    }

    /// The table that a definition begins with.
    fn cases(
        &mut self,
        symbol: Symbol,
        parameters: &[Bound],
        body: Term,
    ) -> Result<Rc<Cases>, EvaluationFailure> {
        let known = self.definitions.get(&symbol).and_then(|definition| definition.cases.clone());
        if let Some(known) = known {
            return Ok(known);
        }
        let mut cases = Cases { terms: HashMap::new(), rest: body };
        while let (Op::Ite, &[condition, then, otherwise]) =
            (self.terms.op(cases.rest), self.terms.arguments(cases.rest))
        {
            self.step()?;
            let Some(key) = self.case(condition, parameters)? else { break };
            cases.terms.entry(key).or_insert(then);
            cases.rest = otherwise;
        }
        let cases = Rc::new(cases);
        if let Some(definition) = self.definitions.get_mut(&symbol) {
            definition.cases = Some(cases.clone());
        }
        Ok(cases)
    }

    /// The arguments for which a condition holds, if it says just what each parameter is.
    fn case(
        &mut self,
        condition: Term,
        parameters: &[Bound],
    ) -> Result<Option<Vec<Value>>, EvaluationFailure> {
        let single = [condition];
        let equations = match self.terms.op(condition) {
            Op::And => self.terms.arguments(condition),
            _ => &single,
        };
        if parameters.is_empty() || equations.len() != parameters.len() {
            return Ok(None);
        }
        let mut found: Vec<Option<Value>> = vec![None; parameters.len()];
        for equation in equations {
            let (Op::Equal, &[left, right]) =
                (self.terms.op(*equation), self.terms.arguments(*equation))
            else {
                return Ok(None);
            };
            let place = |side: Term| match self.terms.op(side) {
                Op::Bound(bound) => parameters.iter().position(|parameter| *parameter == bound),
                _ => None,
            };
            let (place, other) = match (place(left), place(right)) {
                (Some(place), _) => (place, right),
                (_, Some(place)) => (place, left),
                _ => return Ok(None),
            };
            if !self.free_of(other).is_empty() {
                return Ok(None);
            }
            match self.evaluate(other) {
                Ok(OpenValue::Value(value)) => found[place] = Some(value),
                Err(failure) if failure.is_final() => return Err(failure),
                _ => return Ok(None),
            }
        }
        Ok(found.into_iter().collect())
    }
}
