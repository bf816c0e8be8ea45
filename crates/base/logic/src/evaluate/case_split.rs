//! Definitions by cases, taken apart.

use std::collections::HashMap;

use super::cases::Cases;
use super::error::EvaluateError;
use super::evaluator::Evaluator;
use super::frame::{Frame, Known};
use crate::{Bound, Op, Term, Value, Walk};

impl Evaluator<'_> {
    /// Takes a body apart as far as it goes.
    pub(super) fn take_apart(
        &mut self,
        parameters: &[Bound],
        body: Term,
    ) -> Result<Cases, EvaluateError> {
        let mut cases = Cases { branches: HashMap::new(), rest: body };
        while self.terms.op(cases.rest) == Op::Ite
            && let Some(place) = self.place(parameters, self.terms.argument(cases.rest, 0))?
        {
            // The first case that holds decides.
            cases.branches.entry(place).or_insert(self.terms.argument(cases.rest, 1));
            cases.rest = self.terms.argument(cases.rest, 2);
        }
        Ok(cases)
    }

    /// The one place where a condition holds, if it says of each parameter which value it has.
    fn place(
        &mut self,
        parameters: &[Bound],
        condition: Term,
    ) -> Result<Option<Vec<Value>>, EvaluateError> {
        let terms = self.terms;
        let equations = match terms.op(condition) {
            Op::And => terms.arguments(condition).to_vec(),
            _ => vec![condition],
        };
        if equations.len() != parameters.len() {
            return Ok(None);
        }
        let mut place = vec![None; parameters.len()];
        for equation in equations {
            if terms.op(equation) != Op::Equal {
                return Ok(None);
            }
            let (left, right) = (terms.argument(equation, 0), terms.argument(equation, 1));
            let (bound, value) = match (terms.op(left), terms.op(right)) {
                (Op::Bound(bound), _) => (bound, right),
                (_, Op::Bound(bound)) => (bound, left),
                _ => return Ok(None),
            };
            let Some(position) = parameters.iter().position(|parameter| *parameter == bound) else {
                return Ok(None);
            };
            if place[position].is_some() || !self.is_constant(value) {
                return Ok(None);
            }
            let (stack, known, bounds) = (vec![value], Known::default(), HashMap::new());
            let (value, _) = self.run(Frame { root: value, stack, known, bounds, call: None })?;
            place[position] = Some(value);
        }
        Ok(place.into_iter().collect())
    }

    /// Does the term name a value, with no call and no variable in it?
    fn is_constant(&self, term: Term) -> bool {
        let mut walk = Walk::of(&[term]);
        while let Some(term) = walk.step() {
            let is_plain = matches!(
                self.terms.op(term),
                Op::True
                    | Op::False
                    | Op::Number(_)
                    | Op::Element(_)
                    | Op::Construct(_)
                    | Op::ConstantArray
                    | Op::Store
            );
            if !is_plain {
                return false;
            }
            walk.enter(self.terms.arguments(term));
        }
        true
    }
}
