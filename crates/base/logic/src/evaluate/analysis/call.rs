//! Calls: a table is compared with at its places, a definition is looked into.

use std::collections::BTreeSet;

use super::super::error::EvaluateError;
use super::super::shape::{LinearForms, Relation, Rests, Shape};
use super::{Analysis, Reach};
use crate::limits::CALL_DEPTH;
use crate::{Interpretation, Op, Symbol, Term, Value};

impl Analysis<'_, '_> {
    /// Notes where the value of a call changes, of which not all arguments are steady.
    pub(super) fn call(
        &mut self,
        symbol: Symbol,
        arguments: &[Shape],
    ) -> Result<Shape, EvaluateError> {
        let terms = self.evaluator.terms;
        match self.evaluator.model.interpretation(symbol) {
            None => {
                let (_, result) = symbol.signature(terms);
                Ok(Shape::Fixed(self.evaluator.model.values.default_value(terms, result)))
            }
            Some(Interpretation::Table(table)) => {
                let mut places: Vec<BTreeSet<Value>> = vec![BTreeSet::new(); arguments.len()];
                for entry in table.entries.keys() {
                    for (places, value) in places.iter_mut().zip(entry) {
                        places.insert(*value);
                    }
                }
                for (argument, places) in arguments.iter().zip(places) {
                    self.note_places(argument, &places)?;
                }
                Ok(Shape::Steady)
            }
            Some(Interpretation::Definition { parameters, body }) => {
                let (parameters, body) = (parameters.clone(), *body);
                if parameters.len() != arguments.len() {
                    return Err(EvaluateError::Arity(symbol));
                }
                // The terms of an array that is written to are not at hand in the definition.
                let is_known = |shape: &Shape| !matches!(shape, Shape::Written);
                if self.depth == CALL_DEPTH || !arguments.iter().all(is_known) {
                    return Err(self.refusal());
                }
                let reach = Reach::of_body(terms, body, &parameters).ok_or(self.refusal())?;
                let is_binder = |term: &Term| {
                    matches!(terms.op(*term), Op::Forall(_) | Op::Exists(_) | Op::Lambda(_))
                };
                if reach.dependent(terms, body).iter().any(is_binder) {
                    return Err(self.refusal());
                }
                let parameters = parameters.into_iter().zip(arguments.iter().cloned()).collect();
                self.depth += 1;
                let mut shapes = self.shapes(body, &parameters, &reach)?;
                self.depth -= 1;
                match shapes.remove(&body) {
                    Some(Shape::Written) | None => Err(self.refusal()),
                    Some(shape) => Ok(shape),
                }
            }
        }
    }

    /// Notes that an argument is compared with these values.
    fn note_places(
        &mut self,
        argument: &Shape,
        places: &BTreeSet<Value>,
    ) -> Result<(), EvaluateError> {
        match argument {
            Shape::Fixed(_) | Shape::Steady => Ok(()),
            Shape::Variable(place) => {
                self.dependence.variables[*place].points.extend(places);
                Ok(())
            }
            Shape::Linear(forms) => {
                for place in places {
                    let number = self.evaluator.model.values.as_number(*place);
                    let number =
                        LinearForms::constant(Rests::from([-number.ok_or(self.refusal())?]));
                    let forms = forms.plus(&number).ok_or(self.refusal())?;
                    self.note_forms(&forms, Relation::Equal)?;
                }
                Ok(())
            }
            Shape::Written => Err(self.refusal()),
        }
    }
}
