//! The values that a term can have, where the type of the variables tells which.

use std::collections::BTreeSet;

use super::super::error::EvaluateError;
use super::super::shape::Shape;
use super::{Analysis, Shapes};
use crate::limits::{CALL_DEPTH, POSSIBLE_VALUES};
use crate::{Interpretation, Op, Sort, Symbol, Term, Value, ValueKind, Walk};

impl Analysis<'_, '_> {
    /// All values that a steady term can have, and perhaps more.
    pub(super) fn possible(
        &mut self,
        term: Term,
        shapes: &Shapes,
    ) -> Result<BTreeSet<Value>, EvaluateError> {
        self.evaluator.effort.spend(1)?;
        if let Some(Shape::Fixed(value)) = shapes.get(&term) {
            return Ok(BTreeSet::from([*value]));
        }
        let is_steady = shapes.get(&term).is_none_or(Shape::is_steady);
        if self.depth == CALL_DEPTH || !is_steady {
            return Err(self.refusal());
        }
        self.depth += 1;
        let values = self.possible_below(term, shapes)?;
        self.depth -= 1;
        if values.len() > POSSIBLE_VALUES { Err(self.refusal()) } else { Ok(values) }
    }

    fn possible_below(
        &mut self,
        term: Term,
        shapes: &Shapes,
    ) -> Result<BTreeSet<Value>, EvaluateError> {
        let terms = self.evaluator.terms;
        let sort = terms.sort_of(term);
        if sort == Sort::BOOL {
            return Ok(BTreeSet::from([Value::FALSE, Value::TRUE]));
        }
        match (terms.op(term), terms.arguments(term)) {
            (Op::Bound(bound), _) => {
                let own = self.dependence.variables.iter().any(|variable| variable.bound == bound);
                // Of a parameter of a definition only the shape is known.
                if own { self.all(sort) } else { Err(self.refusal()) }
            }
            (Op::Ite, [_, then, otherwise]) => {
                let mut values = self.possible(*then, shapes)?;
                values.extend(self.possible(*otherwise, shapes)?);
                Ok(values)
            }
            (Op::Select, [array, _]) => self.readings(*array, shapes),
            (Op::Apply(function), arguments)
                if arguments.iter().any(|argument| !shapes[argument].is_steady()) =>
            {
                self.range(Symbol::Function(function))
            }
            (op @ (Op::Modulo | Op::IntegerDivide), [number, divisor])
                if !shapes[number].is_steady() =>
            {
                self.remainders(op, *divisor, shapes)
            }
            (_, arguments) => self.combined(term, arguments, shapes),
        }
    }

    /// All values of a finite sort.
    fn all(&mut self, sort: Sort) -> Result<BTreeSet<Value>, EvaluateError> {
        let mut values = BTreeSet::new();
        while let Some(value) =
            self.evaluator.model.values.nth_value(self.evaluator.terms, sort, values.len() as u64)
        {
            values.insert(value);
            if values.len() > POSSIBLE_VALUES {
                return Err(self.refusal());
            }
        }
        Ok(values)
    }

    /// All that an array can read anywhere.
    pub(super) fn readings(
        &mut self,
        array: Term,
        shapes: &Shapes,
    ) -> Result<BTreeSet<Value>, EvaluateError> {
        let terms = self.evaluator.terms;
        let mut found = BTreeSet::new();
        let mut walk = Walk::of(&[array]);
        while let Some(array) = walk.step() {
            match (terms.op(array), terms.arguments(array)) {
                (Op::Store, [before, _, value]) if !matches!(shapes[&array], Shape::Fixed(_)) => {
                    walk.enter(&[*before]);
                    found.extend(self.possible(*value, shapes)?);
                }
                (Op::Ite, [_, then, otherwise]) if matches!(shapes[&array], Shape::Written) => {
                    walk.enter(&[*then, *otherwise]);
                }
                _ => {
                    for value in self.possible(array, shapes)? {
                        let values = &self.evaluator.model.values;
                        let ValueKind::Array(..) = values.kind(value) else {
                            return Err(self.refusal());
                        };
                        found.extend(values.default_of(value));
                        match values.steps(value) {
                            Some((_, steps)) => found.extend(steps.into_iter().map(|step| step.1)),
                            None => {
                                found.extend(values.pairs(value).into_iter().map(|pair| pair.1));
                            }
                        }
                    }
                }
            }
        }
        Ok(found)
    }

    /// All that a function can be anywhere: the values of its table, or the branches of its
    /// definition if these do not depend on the parameters.
    pub(super) fn range(&mut self, symbol: Symbol) -> Result<BTreeSet<Value>, EvaluateError> {
        let terms = self.evaluator.terms;
        let (_, result) = symbol.signature(terms);
        let default = self.evaluator.model.values.default_value(terms, result);
        match self.evaluator.model.interpretation(symbol) {
            None => Ok(BTreeSet::from([default])),
            Some(Interpretation::Table(table)) => {
                let rest = table.default.unwrap_or(default);
                Ok(table.entries.values().copied().chain([rest]).collect())
            }
            Some(Interpretation::Definition { parameters, body }) => {
                let (parameters, body) = (parameters.clone(), *body);
                let reach = super::Reach::of_body(terms, body, &parameters);
                let reach = reach.ok_or(self.refusal())?;
                let mut values = BTreeSet::new();
                let mut stack = vec![body];
                while let Some(branch) = stack.pop() {
                    self.evaluator.effort.spend(1)?;
                    match (terms.op(branch), terms.arguments(branch)) {
                        _ if !reach.is_dependent(branch) => {
                            values.insert(self.fixed(branch)?);
                        }
                        (Op::Ite, [_, then, otherwise]) => stack.extend([*then, *otherwise]),
                        _ => return Err(self.refusal()),
                    }
                }
                Ok(values)
            }
        }
    }

    /// The values of an operator on all possible arguments.
    fn combined(
        &mut self,
        term: Term,
        arguments: &[Term],
        shapes: &Shapes,
    ) -> Result<BTreeSet<Value>, EvaluateError> {
        let mut tuples: Vec<Vec<Value>> = vec![Vec::new()];
        for argument in arguments {
            if !shapes[argument].is_steady() {
                return Err(self.refusal());
            }
            let values = self.possible(*argument, shapes)?;
            if tuples.len() * values.len() > POSSIBLE_VALUES {
                return Err(self.refusal());
            }
            let extended = tuples.iter().flat_map(|tuple| {
                values.iter().map(|value| {
                    let mut tuple = tuple.clone();
                    tuple.push(*value);
                    tuple
                })
            });
            tuples = extended.collect();
        }
        let mut found = BTreeSet::new();
        for tuple in tuples {
            self.evaluator.effort.spend(1)?;
            found.insert(self.evaluator.applied(term, tuple)?);
        }
        Ok(found)
    }
}
